import { aggregatedTo } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { layerSwitches } from '../../layers/layerSwitches.ts';
import { useMap } from '../../map/index.ts';
import { overdueQuery } from '../../objects/overdueQuery.ts';
import { useStore } from '../../store/useStore.ts';
import { useLayerList } from '../objects/index.ts';
import { useSession } from '../session/index.ts';
import classes from './OverdueRings.module.css';

/**
 * Rings around the symbols of overdue cases, for those who work on them; a line says so where there are too many to draw.
 * The browser draws the rings above vectors and images alike, so the images of the server are the same for everybody.
 */
export function OverdueRings() {
  const { t } = useTexts();
  const map = useMap();
  const { user } = useSession();
  const { data: groups = [] } = useLayerList();
  const checkedIds = useStore(layerSwitches, (switches) => switches.checkedIds);
  const view = useStore(map.view);
  const outOfZoomIds = useStore(map.objectLayers, (state) => state.outOfZoomIds);
  const zoom = view?.zoom ?? 0;
  const classIds = groups
    .flatMap(({ childClassifiers }) => childClassifiers)
    .filter(({ id, caseLayer }) => caseLayer !== null && checkedIds.has(id) && !outOfZoomIds.has(id))
    // Clusters and heat draw no point at its own position.
    .filter(({ density }) => zoom > (aggregatedTo(density) ?? -1))
    .map(({ id, sourceId }) => sourceId ?? id);
  const { data } = useQuery(overdueQuery({ classIds, extent: view?.extent ?? null }, user?.userId ?? null));
  useEffect(() => void map.mark({ rings: data?.items ?? [] }), [map, data]);
  useEffect(() => () => void map.mark({ rings: [] }), [map]);
  if (data?.isCut !== true) return null;
  return (
    <p className={classes.note} role="status">
      {t('MAP.ZOOM_IN_FOR_OVERDUE')}
    </p>
  );
}
