import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { isBelow } from '../../ui/screenWidth.ts';
import { layout } from '../shell/layoutState.ts';

/** Asks before another tool, object or screen, or closing the page, discards a changed shape. */
export function useShapeGuard(): void {
  const { t } = useTexts();
  const map = useMap();
  const isEditing = useStore(map.shapes.state, (edit) => edit !== null);
  const isDirty = useStore(map.shapes.state, (edit) => edit?.isDirty === true);

  useEffect(
    () =>
      map.shapes.setGuard(() =>
        confirm({ title: t('MAP.SHAPE.LEAVE_TITLE'), message: t('MAP.SHAPE.LEAVE'), isDestructive: true }),
      ),
    [map, t],
  );
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // Only a change of screen is blocked here; selecting another object asks on its own.
      if (!isDirty || current.routeId === next.routeId) return false;
      const mayLeave = await map.shapes.askToLeave();
      if (mayLeave) map.shapes.stop();
      return !mayLeave;
    },
    enableBeforeUnload: () => isDirty,
  });

  // On a phone the sheet would cover half of the edited shape.
  useEffect(() => {
    if (isEditing && isBelow('narrow')) layout.hideAside();
  }, [isEditing]);
}
