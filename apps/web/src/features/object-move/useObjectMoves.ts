import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { moveObject } from './moveObject.ts';

/** Saves what the drag tool moves (DRAG-01), and says why something does not move. Stands once beside the map. */
export function useObjectMoves(): void {
  const map = useMap();
  const { t } = useTexts();
  const queryClient = useQueryClient();
  useEffect(
    () => map.on('moved', (move) => void moveObject({ map, t, queryClient }, move)),
    [map, t, queryClient],
  );
  useEffect(
    () => map.on('moveRefused', () => showToast({ kind: 'error', message: t('MAP.MOVE_NOT_ALLOWED') })),
    [map, t],
  );
}
