import { DEFAULT_HEAT_RADIUS_PX, type LayerDensity } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { numberOf } from '../../db/sql/objectConditions.ts';
import type { Layer } from '../Layer.ts';
import type { LayerAccess } from '../layerQuery.ts';
import { objectKinds } from '../ObjectKind.ts';
import { ownFieldText } from '../ownFields.ts';
import { visibleGeometry } from '../visibleGeometry.ts';

export const radiusOf = ({ radiusPx = DEFAULT_HEAT_RADIUS_PX }: LayerDensity): number => radiusPx;

/** Heat of an object `g`: 1, its votes or the number in a field; what is no number or below 0 has none. */
export const heatWeight = (layer: Pick<Layer, 'density' | 'strictFields'>): RawBuilder<number> => {
  const { weight, weightField = '' } = layer.density;
  if (weight === 'votes') return sql`g.upvote_count::float8`;
  if (weight === 'field') return sql`greatest(0, coalesce(${numberOf(ownFieldText(layer)(weightField))}, 0))`;
  return sql`1::float8`;
};

/** Lateral row `p (x, y)` with the position of an object `g` in a heat map: the middle of points, a point inside of others. */
export function heatPosition(layers: readonly LayerAccess[]): RawBuilder<unknown> {
  const geometry = visibleGeometry(layers);
  return sql`(
  SELECT (ST_XMin(m.at) + ST_XMax(m.at)) / 2 AS x, (ST_YMin(m.at) + ST_YMax(m.at)) / 2 AS y
  FROM (SELECT CASE WHEN g.kind = ${sql.lit(objectKinds.point)} THEN ${geometry} ELSE ST_PointOnSurface(${geometry}) END AS at) AS m) AS p`;
}
