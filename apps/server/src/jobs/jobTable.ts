import type { CompanyId } from '@pgis/contract';
/**
 * Statements on the table `jobs`. A job is added in the transaction of the change that needs it, so that neither happens
 * without the other. A process leases a job with one statement and extends the lease while it works.
 */
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';
import type { Job, JobPayload, JobPeriod } from './JobKind.ts';

type Db = Kysely<Schema>;

/** A job that has ended the process this often without finishing would do it again. */
const MAX_CRASHES = 3;
const FAILED_RETENTION_DAYS = 30;

export interface NewJob {
  readonly companyId: CompanyId;
  readonly kind: string;
  /** Read when the job runs; never an e-mail address, a token or a password. */
  readonly payload: JobPayload;
}

/** The scalar subquery is evaluated once; a bare clock_timestamp() is volatile and would keep the index from being used. */
const nowOf = (clock: Clock) => sql<Date>`(SELECT ${clock.now})`;

/** One statement, however many jobs there are. */
export async function addJobs(db: Db, clock: Clock, jobs: readonly NewJob[]): Promise<void> {
  await sql`
    INSERT INTO jobs (company_id, id, kind, payload, created_at, run_after)
    SELECT company_id, new_id(company_id, 'job_seq'), kind, payload, ${clock.now}, ${clock.now}
    FROM unnest(${jobs.map(({ companyId }) => companyId)}::integer[], ${jobs.map(({ kind }) => kind)}::text[],
      ${jobs.map(({ payload }) => JSON.stringify(payload))}::jsonb[]) AS job (company_id, kind, payload)`.execute(
    db,
  );
}

/** Adds the row of a periodic kind unless it exists; a changed period counts from the next run. */
export async function addPeriodicJob(
  db: Db,
  clock: Clock,
  { kind, period: { everyS, firstAfterS = 0 } }: { readonly kind: string; readonly period: JobPeriod },
): Promise<void> {
  await sql`
    INSERT INTO jobs (company_id, id, kind, every_s, created_at, run_after)
    SELECT 0, new_id(0, 'job_seq'), ${kind}, ${everyS}::integer, ${clock.now},
           ${clock.now} + make_interval(secs => ${firstAfterS})
    WHERE NOT EXISTS (SELECT FROM jobs WHERE company_id = 0 AND kind = ${kind} AND every_s = ${everyS}::integer)
    ON CONFLICT (company_id, kind) WHERE every_s IS NOT NULL DO UPDATE SET every_s = excluded.every_s`.execute(
    db,
  );
}

export interface DueKind {
  readonly kind: string;
  /** Some of its leases have run out. */
  readonly hasLapsed: boolean;
}

/** Lists the kinds, among those given, that have a job to start or to take over. */
export async function listDueKinds(db: Db, clock: Clock, kinds: readonly string[]): Promise<DueKind[]> {
  const { rows } = await sql<DueKind & { readonly hasDue: boolean }>`
    SELECT k.kind,
      EXISTS (SELECT FROM jobs AS j WHERE j.kind = k.kind AND j.state = 'waiting'
              AND j.run_after <= ${nowOf(clock)}) AS "hasDue",
      EXISTS (SELECT FROM jobs AS j WHERE j.kind = k.kind AND j.state = 'running'
              AND j.locked_until < ${nowOf(clock)}) AS "hasLapsed"
    FROM unnest(${kinds}::text[]) AS k (kind)`.execute(db);
  return rows.filter(({ hasDue, hasLapsed }) => hasDue || hasLapsed);
}

const jobColumns = (clock: Clock) => sql`
  j.company_id AS "companyId", j.id, j.kind, j.payload, j.attempts, j.locked_by AS "lockedBy",
  j.every_s AS "everyS",
  extract(epoch FROM ${clock.now} - j.created_at)::double precision AS "ageS"`;

/** Leases the job that has been due for longest; no other process gets it until the lease ends. */
export async function takeJob(
  db: Db,
  clock: Clock,
  { kind, lockedBy, leaseS }: { readonly kind: string; readonly lockedBy: string; readonly leaseS: number },
): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    UPDATE jobs AS j
    SET state = 'running', attempts = j.attempts + 1, progress = NULL, locked_by = ${lockedBy},
        locked_until = ${clock.now} + make_interval(secs => ${leaseS})
    FROM (SELECT company_id, id FROM jobs
          WHERE kind = ${kind} AND state = 'waiting' AND run_after <= ${nowOf(clock)}
          ORDER BY run_after, id LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
    WHERE j.company_id = next.company_id AND j.id = next.id
    RETURNING ${jobColumns(clock)}`.execute(db);
  return rows[0];
}

/** `attempts` tells a lease from a later one of the same process. */
const isHeld = ({ companyId, id, lockedBy, attempts }: Job) => sql<SqlBool>`
  company_id = ${companyId}::integer AND id = ${id}::bigint AND state = 'running'
  AND locked_by = ${lockedBy} AND attempts = ${attempts}::integer`;

/** False when the job was deleted or another process has taken it over. */
export async function extendLease(
  db: Db,
  clock: Clock,
  {
    job,
    leaseS,
    progress,
  }: { readonly job: Job; readonly leaseS: number; readonly progress?: JobPayload | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      locked_until: sql<Date>`${clock.now} + make_interval(secs => ${leaseS})`,
      ...(progress !== undefined && { progress: JSON.stringify(progress) }),
    })
    .where(isHeld(job))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the job; a periodic one keeps the result and waits for its next run. */
export async function finishJob(
  db: Db,
  clock: Clock,
  { job, result }: { readonly job: Job; readonly result: unknown },
): Promise<void> {
  if (job.everyS === null) {
    await db.deleteFrom('jobs').where(isHeld(job)).execute();
    return;
  }
  await db
    .updateTable('jobs')
    .set({
      state: 'waiting',
      attempts: 0,
      crashes: 0,
      locked_by: null,
      locked_until: null,
      run_after: sql<Date>`${clock.now} + make_interval(secs => every_s)`,
      finished_at: sql<Date>`${clock.now}`,
      result: JSON.stringify(result ?? null),
      error: null,
    })
    .where(isHeld(job))
    .execute();
}

export type Release =
  /** Given back by a process that stops: as if it had not been started. */
  | { readonly state: 'waiting'; readonly isStop: true }
  | { readonly state: 'waiting'; readonly isStop?: false; readonly pauseS: number; readonly error: string }
  | { readonly state: 'failed'; readonly isStop?: false; readonly error: string };

/** Ends the lease of a job that has not succeeded. Returns the job as it now is; undefined when the lease was lost. */
export async function releaseJob(
  db: Db,
  clock: Clock,
  { job, release }: { readonly job: Job; readonly release: Release },
): Promise<Job | undefined> {
  const attempts = job.attempts - (release.isStop ? 1 : 0);
  const row = await db
    .updateTable('jobs')
    .set({
      state: release.state,
      attempts,
      locked_by: null,
      locked_until: null,
      ...(!release.isStop && { error: release.error }),
      ...('pauseS' in release && {
        run_after: sql<Date>`${clock.now} + make_interval(secs => ${release.pauseS})`,
      }),
      ...(release.state === 'failed' && { finished_at: sql<Date>`${clock.now}` }),
    })
    .where(isHeld(job))
    .returning('id')
    .executeTakeFirst();
  return row && { ...job, attempts };
}

/**
 * Ends the leases that ran out because their process ended: the jobs wait again, and those that have ended a process
 * MAX_CRASHES times fail instead. A periodic job never fails.
 */
export async function recoverLapsedJobs(
  db: Db,
  clock: Clock,
  kind: string,
): Promise<(Job & { readonly state: 'waiting' | 'failed' })[]> {
  const isExhausted = sql<SqlBool>`j.every_s IS NULL AND j.crashes + 1 >= ${MAX_CRASHES}`;
  const { rows } = await sql<Job & { readonly state: 'waiting' | 'failed' }>`
    UPDATE jobs AS j
    SET state = CASE WHEN ${isExhausted} THEN 'failed' ELSE 'waiting' END,
        finished_at = CASE WHEN ${isExhausted} THEN ${clock.now} ELSE j.finished_at END,
        crashes = j.crashes + 1, locked_until = NULL, error = 'the process ended before the job did'
    FROM (SELECT company_id, id FROM jobs
          WHERE kind = ${kind} AND state = 'running' AND locked_until < ${nowOf(clock)}
          FOR UPDATE SKIP LOCKED) AS lapsed
    WHERE j.company_id = lapsed.company_id AND j.id = lapsed.id
    RETURNING ${jobColumns(clock)}, j.state`.execute(db);
  return rows;
}

/** Deletes failed jobs after `FAILED_RETENTION_DAYS`; until then `pgis jobs` lists them. */
export async function deleteOldFailures(db: Db, clock: Clock): Promise<void> {
  await sql`DELETE FROM jobs
    WHERE state = 'failed' AND finished_at < ${nowOf(clock)} - make_interval(days => ${FAILED_RETENTION_DAYS})`.execute(
    db,
  );
}
