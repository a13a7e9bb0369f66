import { isComputed } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { fieldText, type TextOf } from '../db/sql/objectConditions.ts';
import { caseByLayer, type LayerAccess, layerConstants } from './layerQuery.ts';
import { visibleGeometry } from './visibleGeometry.ts';
import { visibleObjects } from './visibleObjects.ts';

/** Fields of the layer whose values are computed when they are read. */
export const computedFields = ({ layer }: Pick<LayerAccess, 'layer'>) =>
  layer.strictFields.filter(({ schema }) => isComputed(schema?.type));

/** Returns how a query reads the fields of objects `g` of the layer: stored ones from the row, others computed. */
export function fieldTextIn(access: LayerAccess): TextOf {
  const computed = new Map(computedFields(access).map(({ name, schema }) => [name, schema]));
  if (computed.size === 0) return fieldText;
  return (field) =>
    computed.has(field)
      ? liesIn(access, access.related?.get(field), computed.get(field)?.layerField)
      : fieldText(field);
}

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

/**
 * Name, or a field, of the polygon that holds an object `g`: its point, the middle of its line, or a point in its polygon.
 * Of several polygons the first that was added counts. A reader who may not see the layer of the polygons gets null, as does
 * everybody for an object outside all of those that they see.
 */
function liesIn(
  access: LayerAccess,
  polygons: LayerAccess | undefined,
  field: string | undefined,
): RawBuilder<string | null> {
  if (polygons === undefined) return sql`NULL::text`;
  const geometry = visibleGeometry([access]);
  return sql`(
    SELECT p.text
    FROM (SELECT ${pointOf(geometry)} AS point OFFSET 0) AS v
    CROSS JOIN LATERAL (
      SELECT ${field === undefined ? sql`g.name` : fieldText(field)} AS text
      FROM ${layerConstants(polygons)} JOIN geoms AS g
        ON ${visibleObjects([polygons])} AND g.kind = 3 AND ST_Intersects(${visibleGeometry([polygons])}, v.point)
      ORDER BY g.id LIMIT 1) AS p)`;
}

/** A field of objects `g` of several layers `l`, each of which may compute it. */
export const fieldTextAmong = (layers: readonly LayerAccess[], field: string): RawBuilder<string | null> =>
  caseByLayer(
    layers,
    (access) =>
      computedFields(access).some(({ name }) => name === field) ? fieldTextIn(access)(field) : undefined,
    fieldText(field),
  );

/** `data` of an object `g` with its computed values. */
export function dataIn(access: LayerAccess): RawBuilder<Record<string, string>> {
  const names = computedFields(access).map(({ name }) => name);
  if (names.length === 0) return sql`g.data`;
  const textOf = fieldTextIn(access);
  const pairs = names.map((name) => sql`${name}::text, ${textOf(name)}`);
  return sql`((g.data - ${names}::text[]) || jsonb_strip_nulls(jsonb_build_object(${sql.join(pairs)})))`;
}
