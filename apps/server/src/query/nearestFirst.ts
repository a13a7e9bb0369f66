import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../db/sql/objectConditions.ts';
import { type LayerAccess, layersWhere } from '../layers/layerQuery.ts';
import { hasBlurredPositions, visibleGeometry } from '../layers/visibleGeometry.ts';

/**
 * Makes a SELECT with a LIMIT that orders objects `g` of the layer `l` by `geometry <-> position`. The index orders exact
 * positions, so layers with blurred ones have a SELECT of their own, which sorts; all others keep the index.
 */
export function nearestFirst(
  layers: readonly LayerAccess[],
  select: (geometry: RawBuilder<string>, only: Condition) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const exact = sql<string>`g.geom`;
  if (!layers.some(hasBlurredPositions)) return select(exact, sql`true`);
  const isBlurred = layersWhere(layers, hasBlurredPositions);
  return sql`(${select(exact, sql`NOT ${isBlurred}`)}) UNION ALL (${select(visibleGeometry(layers), isBlurred)})`;
}
