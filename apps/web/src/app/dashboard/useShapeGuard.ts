import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useMap, useStore } from '../../map/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { isBelow } from '../../ui/screenWidth.ts';
import { layout } from '../shell/layoutState.ts';

/** Asks before a changed shape is lost by another tool, another object, another screen or by closing the page. */
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
      // The map stays; what selects something else asks by itself.
      if (!isDirty || current.routeId === next.routeId) return false;
      const mayLeave = await map.shapes.askToLeave();
      if (mayLeave) map.shapes.stop();
      return !mayLeave;
    },
    enableBeforeUnload: () => isDirty,
  });

  // The sheet of a phone would cover half of what is edited.
  useEffect(() => {
    if (isEditing && isBelow('narrow')) layout.hideAside();
  }, [isEditing]);
}
