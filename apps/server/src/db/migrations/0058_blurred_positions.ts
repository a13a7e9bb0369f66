import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Layers that show visitors blurred positions, and the function that blurs: the centre of the grid cell that holds the
 * middle of a point. Rows of the grid are as high as a cell on the ground, and the columns of a row as wide as a cell in its
 * middle, so that cells are alike at every latitude. The constant is the radius of EPSG:3857.
 */
const statements = [
  'ALTER TABLE classifiers ADD COLUMN blur_positions boolean NOT NULL DEFAULT false',
  `CREATE FUNCTION blurred_position(given geometry, cell_m float8) RETURNS geometry
   LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
     SELECT ST_SetSRID(ST_MakePoint((floor(r.x * cos(r.lat) / cell_m) + 0.5) * cell_m / cos(r.lat),
                                    asinh(tan(r.lat)) * 6378137), 3857)
     FROM (SELECT ST_X(ST_Centroid(given)) AS x,
                  (floor(atan(sinh(ST_Y(ST_Centroid(given)) / 6378137)) * 6378137 / cell_m) + 0.5)
                    * cell_m / 6378137 AS lat) AS r
   $$`,
];

export const blurredPositions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
