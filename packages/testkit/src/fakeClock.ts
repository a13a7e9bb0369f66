import type { Clock } from '@pgis/server';
import { sql } from 'kysely';

export interface FakeClock extends Clock {
  /** Moves the database's time, as the server sees it; negative goes back. */
  advance(seconds: number): void;
  /** Goes back to the real time; called after each test of a file that moves a clock which others read, too. */
  reset(): void;
  /** Stops the time until the answer is disposed of, so that no midnight passes between two requests. */
  hold(): Disposable;
}

/** The real clock of the database, moved by as much as the test says. */
export function fakeClock(): FakeClock {
  let offsetS = 0;
  let heldAt: Date | null = null;
  return {
    get now() {
      const base = heldAt === null ? sql`clock_timestamp()` : sql`${heldAt.toISOString()}::timestamptz`;
      return sql<Date>`(${base} + make_interval(secs => ${offsetS}))`;
    },
    advance(seconds) {
      offsetS += seconds;
    },
    reset() {
      offsetS = 0;
    },
    hold() {
      heldAt = new Date();
      return {
        [Symbol.dispose]() {
          heldAt = null;
        },
      };
    },
  };
}
