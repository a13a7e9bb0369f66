import type { Position } from '@pgis/geo';
import { toLonLat } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { type LayerAccess, layerValues } from '../layers/layerQuery.ts';
import { visibleGeometry } from '../layers/visibleGeometry.ts';
import { toCondition } from '../query/toCondition.ts';

/** Objects of one name that are compared; more are ambiguous all the same. */
const MAX_OF_NAME = 10;
/** PostgreSQL takes no longer word into a query; names of objects are shorter. */
const MAX_BYTES = 2_046;

/**
 * Returns the positions of objects of the layers whose whole name is one of the folded names, by that name; on polygons and
 * lines the position lies on the object. In degrees.
 */
export async function findByNames(
  db: Kysely<Schema>,
  layers: readonly LayerAccess[],
  folded: readonly string[],
): Promise<Map<string, Position[]>> {
  const names = folded.filter((name) => name !== '' && Buffer.byteLength(name) <= MAX_BYTES);
  if (layers.length === 0 || names.length === 0) return new Map();
  // Folded words hold no character with a meaning in tsquery.
  const queries = names.map((name) =>
    name
      .split(' ')
      .map((word) => `'${word}'`)
      .join(' & '),
  );
  const owners = [...new Set(layers.map(({ layer }) => layer.ownerId))];
  // OFFSET 0 keeps the planner at the index of words.
  const { rows } = await sql<{ name: string; x: number; y: number }>`
    SELECT n.name, ST_X(o.position) AS x, ST_Y(o.position) AS y
    FROM unnest(${names}::text[], ${queries}::text[]) AS n(name, query)
    CROSS JOIN LATERAL (
      SELECT DISTINCT ON (g.id) ST_PointOnSurface(${visibleGeometry(layers)}) AS position
      FROM (SELECT g.* FROM geoms AS g
            WHERE g.deleted_at IS NULL AND folded_words(g.name) @@ n.query::tsquery
              AND folded_text(g.name) = n.name AND g.class_id = ANY(${owners}::bigint[]) OFFSET 0) AS g
      JOIN ${layerValues(layers)} ON ${toCondition({ layers })}
      ORDER BY g.id LIMIT ${MAX_OF_NAME}::integer) AS o`.execute(db);
  const found = new Map<string, Position[]>();
  for (const { name, x, y } of rows) found.set(name, [...(found.get(name) ?? []), toLonLat([x, y])]);
  return found;
}
