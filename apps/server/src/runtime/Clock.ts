import { type RawBuilder, sql } from 'kysely';

/**
 * The present moment as SQL. Sessions, links and counters use the database's time, so that several app
 * processes agree; a test shifts it by giving another expression.
 */
export interface Clock {
  readonly now: RawBuilder<Date>;
}

export const databaseClock: Clock = { now: sql<Date>`clock_timestamp()` };
