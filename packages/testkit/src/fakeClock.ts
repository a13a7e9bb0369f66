import type { Clock } from '@pgis/server';
import { sql } from 'kysely';

export interface FakeClock extends Clock {
  /** Moves the database's time, as the server sees it; negative goes back. */
  advance(seconds: number): void;
}

/** The real clock of the database, moved by as much as the test says. */
export function fakeClock(): FakeClock {
  let offsetS = 0;
  return {
    get now() {
      return sql<Date>`(clock_timestamp() + make_interval(secs => ${offsetS}))`;
    },
    advance(seconds) {
      offsetS += seconds;
    },
  };
}
