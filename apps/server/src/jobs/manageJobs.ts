import { companyOf } from '@pgis/contract';
/** Reads and changes of `pgis jobs`. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';

type Db = Kysely<Schema>;

export type JobRow = Selectable<Schema['jobs']>;

export interface JobCount {
  readonly kind: string;
  readonly state: JobRow['state'];
  readonly count: number;
}

export const countJobs = (db: Db): Promise<JobCount[]> =>
  db
    .selectFrom('jobs')
    .select(['kind', 'state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute();

/** Returns how long the oldest due job has been waiting; 0 without one. */
export async function findLongestWaitS(db: Db, clock: Clock): Promise<number> {
  const { seconds } = await db
    .selectFrom('jobs')
    .select(
      sql<number>`coalesce(extract(epoch FROM ${clock.now} - min(run_after)), 0)::double precision`.as(
        'seconds',
      ),
    )
    .where('state', '=', 'waiting')
    .where('run_after', '<=', sql<Date>`${clock.now}`)
    .executeTakeFirstOrThrow();
  return seconds;
}

/** Failed jobs first, then running ones, then those that are due next. */
export const listJobs = (
  db: Db,
  { kind, limit }: { readonly kind: string; readonly limit: number },
): Promise<JobRow[]> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('state')
    .orderBy('run_after')
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Resets a job as if it had never been started. Its age stays: a job that is a week old gets one more
 * attempt.
 */
const afresh = (clock: Clock) => ({
  state: 'waiting' as const,
  run_after: sql<Date>`${clock.now}`,
  attempts: 0,
  crashes: 0,
  finished_at: null,
});

/** Makes a failed or waiting job due now; false when there is no such job. */
export async function retryJob(db: Db, clock: Clock, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set(afresh(clock))
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'waiting'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes all failed jobs due now, those of one kind when it is given. Returns how many there were. */
export async function retryFailedJobs(db: Db, clock: Clock, kind: string | undefined): Promise<number> {
  const failed = db.updateTable('jobs').set(afresh(clock)).where('state', '=', 'failed');
  const { numUpdatedRows } = await (kind === undefined
    ? failed
    : failed.where('kind', '=', kind)
  ).executeTakeFirst();
  return Number(numUpdatedRows);
}
