import { Suspense } from 'react';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { lazyPart } from '../../ui/lazy-parts/index.ts';
import { useFindLayer } from '../objects/index.ts';

/** Few layers have clusters. */
const ClusterCard = lazyPart(() => import('./cluster/ClusterCard.tsx'));

/** Lists the objects of a clicked cluster that zooming in would not part. Rendered once beside the map. */
export function ClusterList() {
  const cluster = useStore(useMap().cluster);
  const findLayer = useFindLayer();
  return (
    cluster && (
      <Suspense>
        <ClusterCard key={String(cluster.anchor)} cluster={cluster} layer={findLayer(cluster.layerId)} />
      </Suspense>
    )
  );
}
