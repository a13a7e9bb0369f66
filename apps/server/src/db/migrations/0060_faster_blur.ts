import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Computes the same positions in a tenth of the time: a function in SQL with a subquery is not inlined, and starts for each row. */
const statement = `CREATE OR REPLACE FUNCTION blurred_position(given geometry, cell_m float8) RETURNS geometry
   LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
   DECLARE
     middle geometry := CASE WHEN GeometryType(given) = 'POINT' THEN given ELSE ST_Centroid(given) END;
     lat float8 := (floor(atan(sinh(ST_Y(middle) / 6378137)) * 6378137 / cell_m) + 0.5) * cell_m / 6378137;
     width float8 := cell_m / cos(lat);
   BEGIN
     RETURN ST_SetSRID(ST_MakePoint((floor(ST_X(middle) / width) + 0.5) * width, asinh(tan(lat)) * 6378137), 3857);
   END $$`;

export const fasterBlur: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(statement).execute(db);
  },
};
