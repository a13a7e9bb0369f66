import { CLUSTER_RIM_PX, clusterRadiusPx } from '@pgis/cartography';
import type { findNearestGeom, ReplyOf } from '@pgis/contract';
import { resolutionFromZoom } from '@pgis/geo';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { hasClustersAt } from '../../../layers/Layer.ts';
import type { ObjectQuery } from '../../../query/ObjectQuery.ts';
import { readClusters } from '../../../rendering/job/readClusters.ts';

type FoundCluster = NonNullable<ReplyOf<typeof findNearestGeom>['cluster']>;

/** Finds the cluster at a position, of several the one in the layer drawn on top. */
export async function findCluster(
  db: Kysely<Schema>,
  { layers, hiddenRules }: Pick<ObjectQuery, 'layers' | 'hiddenRules'>,
  { x, y, zoom }: { readonly x: number; readonly y: number; readonly zoom: number },
): Promise<FoundCluster | undefined> {
  const clustered = layers.filter(({ layer }) => hasClustersAt(layer, zoom));
  for (const scope of clustered.toReversed().toSorted((a, b) => b.layer.zIndex - a.layer.zIndex)) {
    const layerId = scope.layer.id;
    const hidden = hiddenRules?.find(({ classId }) => classId === layerId)?.rules ?? [];
    const { clusters } = await readClusters(db, { scope, extent: [x, y, x, y], zoom, hiddenRules: hidden });
    const found = clusters.find((cluster) => {
      const distancePx = Math.hypot(cluster.x - x, cluster.y - y) / resolutionFromZoom(zoom);
      return distancePx <= clusterRadiusPx(cluster.count) + CLUSTER_RIM_PX;
    });
    if (found !== undefined) return { layerId, count: found.count, extent: [...found.extent] };
  }
  return undefined;
}
