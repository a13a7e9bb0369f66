import type { Database } from '@pgis/server';
import { sql } from 'kysely';

export type Geometry = 'polygons' | 'lines' | 'points';

/** Values of `geoms.kind`. */
export const kindOf: Readonly<Record<Geometry, number>> = { points: 1, lines: 2, polygons: 3 };

export type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

const center = [2_680_000, 7_740_000] as const;

/** Returns the largest square around the centre with at most `maxCount` polygons, to the metre. */
export async function findSquare(
  { db }: Database,
  layerId: number,
  maxCount: number,
): Promise<{ box: Box; count: number }> {
  const [x, y] = center;
  let [low, high] = [0, 400_000];
  let best: { box: Box; count: number } | undefined;
  while (high - low > 1) {
    const halfSide = (low + high) / 2;
    const box: Box = [x - halfSide, y - halfSide, x + halfSide, y + halfSide];
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM geoms
      WHERE class_id = ${layerId} AND kind = ${kindOf.polygons} AND deleted_at IS NULL
        AND geom && ST_MakeEnvelope(${box[0]}, ${box[1]}, ${box[2]}, ${box[3]}, 3857)`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count <= maxCount) {
      best = { box, count };
      low = halfSide;
    } else high = halfSide;
  }
  if (best === undefined) throw new Error(`no square with ${maxCount} polygons`);
  return best;
}

/** Adds the outlines of the polygons in a box (of the first part of each) as lines, and their centroids as points. */
export async function addLinesAndPoints({ db }: Database, layerId: number, box: Box): Promise<void> {
  for (const [geometry, derived] of [
    ['lines', 'ST_ExteriorRing(ST_GeometryN(geom, 1))'],
    ['points', 'ST_Centroid(geom)'],
  ] as const)
    await sql`
      INSERT INTO geoms (company_id, id, class_id, kind, geom, name, description, data, is_public)
      SELECT company_id, new_id(company_id, 'geom_seq'), class_id, ${kindOf[geometry]}::smallint, ${sql.raw(derived)},
             name, description, data, is_public
      FROM geoms WHERE class_id = ${layerId} AND kind = ${kindOf.polygons}
        AND geom && ST_MakeEnvelope(${box[0]}, ${box[1]}, ${box[2]}, ${box[3]}, 3857)`.execute(db);
}

/** Returns an endless series of boxes of this size, each moved by up to a tenth of its side; the same at each call. */
export function* moveAround([minX, minY, maxX, maxY]: Box): Generator<Box, never> {
  const side = maxX - minX;
  for (let i = 1; ; i += 1) {
    // The fractional parts of multiples of two irrational numbers cover the square evenly and never repeat.
    const dx = (((i * Math.SQRT2) % 1) - 0.5) * 0.2 * side;
    const dy = (((i * Math.sqrt(3)) % 1) - 0.5) * 0.2 * side;
    yield [minX + dx, minY + dy, maxX + dx, maxY + dy];
  }
}
