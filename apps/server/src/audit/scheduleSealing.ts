import type { Database } from '../db/openDatabase.ts';
import type { JobRunner } from '../jobs/JobRunner.ts';
import { hasUnsealed, sealLog } from './sealLog.ts';

/** Rows are sealed within 5 s (security rules): a period of 1 s, a poll for due jobs every 2 s. */
const EVERY_S = 1;
/** A sealer that ended is replaced within the 5 s, too. */
const LEASE_S = 5;

/** Seals the log as long as the server runs; when it stops, the batch at hand is finished. */
export function scheduleSealing(jobs: JobRunner, database: Database): void {
  jobs.register({
    kind: 'seal-log',
    leaseS: LEASE_S,
    period: { everyS: EVERY_S, hasWork: () => hasUnsealed(database) },
    run: (_, { signal }) => sealLog(database, () => signal.aborted),
  });
}
