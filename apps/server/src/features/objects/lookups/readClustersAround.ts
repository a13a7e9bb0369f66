import type { findNearestGeom, LayerId, ObjectId, ReplyOf } from '@pgis/contract';
import { resolutionFromZoom } from '@pgis/geo';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { hasClustersAt } from '../../../layers/Layer.ts';
import type { ObjectQuery } from '../../../query/ObjectQuery.ts';
import { findClusterAt, readClusters } from '../../../rendering/job/aggregates/readClusters.ts';
import type { Around } from './selectNearest.ts';

interface ClustersAround {
  /** Cluster at the position, of several the one in the layer drawn on top. */
  readonly cluster?: NonNullable<ReplyOf<typeof findNearestGeom>['cluster']>;
  /** Points around the position that layers with clusters draw one by one. */
  readonly pointIdsByLayer: ReadonlyMap<LayerId, readonly ObjectId[]>;
}

/** Reads what the layers with clusters draw of their points around a position. */
export async function readClustersAround(
  db: Kysely<Schema>,
  { layers, hiddenRules }: Pick<ObjectQuery, 'layers' | 'hiddenRules'>,
  { x, y, toleranceM, zoom }: Around & { readonly zoom: number },
): Promise<ClustersAround> {
  const clustered = layers.filter(({ layer }) => hasClustersAt(layer, zoom));
  const extent = [x - toleranceM, y - toleranceM, x + toleranceM, y + toleranceM] as const;
  const pointIdsByLayer = new Map<LayerId, readonly ObjectId[]>();
  for (const scope of clustered.toReversed().toSorted((a, b) => b.layer.zIndex - a.layer.zIndex)) {
    const layerId = scope.layer.id;
    const hidden = hiddenRules?.find(({ classId }) => classId === layerId)?.rules ?? [];
    // Between two zooms the map shows the cells of the nearest one.
    const cells = { scope, extent, zoom: Math.round(zoom), hiddenRules: hidden };
    const clusters = await readClusters(db, cells);
    const found = findClusterAt(clusters, [x, y], resolutionFromZoom(zoom));
    if (found !== undefined)
      return { cluster: { layerId, count: found.count, extent: [...found.extent] }, pointIdsByLayer };
    pointIdsByLayer.set(layerId, clusters.singleIds);
  }
  return { pointIdsByLayer };
}
