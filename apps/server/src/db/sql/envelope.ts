import type { Extent } from '@pgis/geo';
import { type RawBuilder, sql } from 'kysely';

/** An extent in EPSG:3857 as a geometry, for `&&`. */
export const envelope = ([minX, minY, maxX, maxY]: Readonly<Extent>): RawBuilder<unknown> =>
  sql`ST_MakeEnvelope(${minX}::float8, ${minY}::float8, ${maxX}::float8, ${maxY}::float8, 3857)`;
