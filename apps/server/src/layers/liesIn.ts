import { type FixedCondition, meetsCondition } from '@pgis/conditions';
import { type RawBuilder, sql } from 'kysely';
import { type Condition, fieldCondition } from '../db/sql/objectConditions.ts';
import { type LayerAccess, layerConstants } from './layerQuery.ts';
import { ownFieldText } from './ownFields.ts';
import { visibleGeometry } from './visibleGeometry.ts';
import { visibleObjects } from './visibleObjects.ts';

/** Middle of a line, of its longest part where it has several; a point in a polygon, or a point itself. */
const pointOf = (geometry: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  CASE GeometryType(${geometry})
    WHEN 'POINT' THEN ${geometry}
    WHEN 'LINESTRING' THEN ST_LineInterpolatePoint(${geometry}, 0.5)
    WHEN 'MULTILINESTRING' THEN (
      SELECT ST_LineInterpolatePoint(part.geom, 0.5) FROM ST_Dump(${geometry}) AS part
      ORDER BY ST_Length(part.geom) DESC, part.path LIMIT 1)
    ELSE ST_PointOnSurface(${geometry})
  END`;

interface Polygons {
  readonly polygons: LayerAccess;
  /** Field of the polygon that is the value; its name when missing. */
  readonly field: string | undefined;
}

const polygonValue = ({ polygons, field }: Polygons): RawBuilder<string | null> =>
  field === undefined ? sql`g.name` : ownFieldText(polygons.layer)(field);

/**
 * Name, or a field, of the polygon that holds an object `g`: its point, the middle of its line, or a point in its polygon.
 * The first that was added counts when there are several. A reader who may not see the layer of the polygons gets null, as does
 * everybody for an object outside all of those that they see.
 */
export function liesIn(
  access: LayerAccess,
  { polygons, field }: Partial<Polygons> & Pick<Polygons, 'field'>,
): RawBuilder<string | null> {
  if (polygons === undefined) return sql`NULL::text`;
  const geometry = visibleGeometry([access]);
  return sql`(
    SELECT p.text
    FROM (SELECT ${pointOf(geometry)} AS point OFFSET 0) AS v
    CROSS JOIN LATERAL (
      SELECT ${polygonValue({ polygons, field })} AS text
      FROM ${layerConstants(polygons)} JOIN geoms AS g
        ON ${visibleObjects([polygons])} AND g.kind = 3 AND ST_Intersects(${visibleGeometry([polygons])}, v.point)
      ORDER BY g.id LIMIT 1) AS p)`;
}

/**
 * Rows `h (id, text)`: the objects of the layer that lie in polygons, with the value of `liesIn`. One join of both layers, which
 * the database begins with whichever has fewer objects, takes a fraction of the time of looking up the polygon of each.
 */
const holdersOf = ({ layer }: LayerAccess, { polygons, field }: Polygons): RawBuilder<unknown> => sql`(
  SELECT DISTINCT ON (o.id) o.id, p.text
  FROM (
    SELECT g.id, ${visibleGeometry([polygons])} AS shape, ${polygonValue({ polygons, field })} AS text
    FROM ${layerConstants(polygons)} JOIN geoms AS g ON ${visibleObjects([polygons])} AND g.kind = 3) AS p
  JOIN geoms AS o ON o.company_id = ${layer.companyId}::integer AND o.class_id = ${layer.ownerId}::bigint
    AND o.deleted_at IS NULL AND o.geom && p.shape AND ST_Intersects(p.shape, ${pointOf(sql`o.geom`)})
  ORDER BY o.id, p.id) AS h`;

/**
 * Condition that the value which `liesIn` gives an object `g` meets another condition, for reading a whole layer. The ids are
 * found once and searched by halves. A subquery with IN would be run for each object where the planner expects more of them
 * than fit into its memory.
 */
export function meetsInWholeLayer(
  access: LayerAccess,
  condition: FixedCondition,
  polygons: Polygons,
): Condition {
  const meets = fieldCondition(condition, () => sql`h.text`);
  // An object outside all polygons is in no row.
  const holdsOutside = meetsCondition({}, condition, '');
  const found = sql<boolean>`coalesce((SELECT range_agg(int8range(h.id, h.id, '[]')) FROM ${holdersOf(access, polygons)}
    WHERE ${holdsOutside ? sql`NOT ${meets}` : meets}) @> g.id, false)`;
  return holdsOutside ? sql`NOT ${found}` : found;
}

/** The value of `liesIn` for sorting a whole layer: all are found once. */
export const liesInOfWholeLayer = (access: LayerAccess, polygons: Polygons): RawBuilder<string | null> =>
  sql`((SELECT jsonb_object_agg(h.id, h.text) FROM ${holdersOf(access, polygons)}) ->> g.id::text)`;
