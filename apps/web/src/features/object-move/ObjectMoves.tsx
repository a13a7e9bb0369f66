import { useEffect } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useMoveObject } from '../../objects/useMoveObject.ts';
import { showToast } from '../../ui/toasts/index.ts';

/**
 * Saves objects that the drag tool has moved (DRAG-01), and says why an object cannot be moved. Rendered once beside
 * the map.
 */
export default function ObjectMoves(): null {
  const map = useMap();
  const { t } = useTexts();
  const { mutate } = useMoveObject();
  useEffect(() => map.on('moved', (move) => mutate(move)), [map, mutate]);
  useEffect(
    () => map.on('moveRefused', () => showToast({ kind: 'error', message: t('MAP.MOVE_NOT_ALLOWED') })),
    [map, t],
  );
  return null;
}
