import { sql } from 'kysely';

/** Of an object `g`; reads no more of a shape than its box. */
export const extentOf = sql`json_build_array(ST_XMin(g.geom), ST_YMin(g.geom), ST_XMax(g.geom), ST_YMax(g.geom))`;
