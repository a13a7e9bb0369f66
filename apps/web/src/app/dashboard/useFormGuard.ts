import { useBlocker } from '@tanstack/react-router';
import { closeDrawDialog, unsavedForm } from '../../features/drawing/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { useMap, useStore } from '../../map/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';

/** Asks before going back or closing the page loses what was typed for an object: on a phone a slip of the thumb. */
export function useFormGuard(): void {
  const { t } = useTexts();
  const map = useMap();
  const isUnsaved = useStore(unsavedForm);
  useBlocker({
    shouldBlockFn: async ({ current, next, action }) => {
      // The map stays with its form; where the app itself leads, such as to the sign-in form, it asks nothing.
      const isAppsOwn = action === 'PUSH' || action === 'REPLACE';
      if (!isUnsaved || isAppsOwn || current.routeId === next.routeId) return false;
      const question = {
        title: t('MAP.DRAW.LEAVE_TITLE'),
        message: t('MAP.DRAW.LEAVE'),
        isDestructive: true,
      };
      if (!(await confirm(question))) return true;
      map.discardDraft();
      closeDrawDialog();
      return false;
    },
    enableBeforeUnload: () => isUnsaved,
  });
}
