import type { findNearestGeom, ReplyOf } from '@pgis/contract';
import { type Extent, emptyExtent, resolutionFromZoom, unionExtents } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { heatPosition, heatWeight, radiusOf } from '../../../layers/density/heatWeight.ts';
import { layerConstants } from '../../../layers/layerQuery.ts';
import type { ObjectQuery } from '../../../query/ObjectQuery.ts';
import { toCondition } from '../../../query/toCondition.ts';
import { ruleFilter } from '../../../rendering/job/aggregates/ruleFilter.ts';

interface HeatRow {
  readonly data: Record<string, string> | null;
  readonly count: number;
  readonly extent: Extent;
}

/** Objects that a look-up adds up. The pointer asks at each rest, and the extent of so many is as good to zoom to. */
const MAX_OBJECTS = 2_000;

/** Reads the objects whose heat reaches a position, of the first layer with any, up to `MAX_OBJECTS`; undefined where it is cold. */
export async function readHeatAround(
  db: Kysely<Schema>,
  { layers, hiddenRules }: Pick<ObjectQuery, 'layers' | 'hiddenRules'>,
  { x, y, zoom }: { readonly x: number; readonly y: number; readonly zoom: number },
): Promise<ReplyOf<typeof findNearestGeom>['cluster']> {
  for (const scope of layers.toReversed().toSorted((a, b) => b.layer.zIndex - a.layer.zIndex)) {
    const { id, density } = scope.layer;
    const hidden = hiddenRules?.find(({ classId }) => classId === id)?.rules ?? [];
    const { data, isDrawn } = ruleFilter(scope.layer, hidden);
    // Between two zooms the map shows the heat of the nearest one.
    const radiusM = radiusOf(density) * resolutionFromZoom(Math.round(zoom));
    const extent: Extent = [x - radiusM, y - radiusM, x + radiusM, y + radiusM];
    const { rows } = await sql<HeatRow>`
      SELECT data, count(*)::integer AS count, ARRAY[min(x), min(y), max(x), max(y)] AS extent
      FROM (
        SELECT ${data} AS data, p.x, p.y
        FROM ${layerConstants(scope)} JOIN geoms AS g ON ${toCondition({ layers: [scope], extent })}
        CROSS JOIN LATERAL ${heatPosition([scope])}
        WHERE ${heatWeight(scope.layer)} > 0
          AND (p.x - ${x}::float8) ^ 2 + (p.y - ${y}::float8) ^ 2 < ${radiusM ** 2}::float8
        LIMIT ${MAX_OBJECTS}::integer) AS object
      GROUP BY data`.execute(db);
    const drawn = rows.filter(isDrawn);
    const count = drawn.reduce((sum, row) => sum + row.count, 0);
    if (count === 0) continue;
    const around = drawn.reduce((all, row) => unionExtents(all, row.extent), emptyExtent());
    return { layerId: id, count, extent: [...around] };
  }
  return undefined;
}
