import { type RawBuilder, sql } from 'kysely';

/** An open case `c` that nobody waits for and whose day has passed. */
export const isOverdueOn = (today: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(c.closed_at IS NULL AND c.paused_on IS NULL AND coalesce(c.due_on < ${today}, false))`;
