import { type RawBuilder, sql } from 'kysely';

/** A moment as `Date.toISOString` writes it. */
export const isoMoment = (value: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
