/**
 * Mails that wait to be sent, in the database: written in the transaction of what they tell, so that neither happens
 * without the other. Any process takes the next one that is due; until its lease ends no other process does.
 */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../plugins/Clock.ts';

type Db = Kysely<Schema>;

export type MailKind = Schema['mail_jobs']['kind'];

export interface NewMailJob {
  readonly companyId: number;
  readonly kind: MailKind;
  /** Whom it is for, when that is a user. */
  readonly userId?: number;
  /** The object it is about, for its reporter. */
  readonly geomId?: number;
  /** What else the text needs; never an address, a token or a password. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface MailJob {
  readonly companyId: number;
  readonly id: number;
  readonly kind: MailKind;
  readonly userId: number | null;
  readonly geomId: number | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** This try included. */
  readonly attempts: number;
  readonly ageS: number;
}

/** Longer than a mail server that answers slowly takes (smtpMail.ts). */
const LEASE_S = 120;

export const queueMail = (db: Db, clock: Clock, job: NewMailJob): Promise<void> =>
  queueMails(db, clock, [job]);

/** In one statement, however many there are. */
export async function queueMails(db: Db, clock: Clock, jobs: readonly NewMailJob[]): Promise<void> {
  const details = jobs.map((job) => JSON.stringify(job.details ?? {}));
  await sql`
    INSERT INTO mail_jobs (company_id, id, kind, user_id, geom_id, details, created_at, due_at)
    SELECT company_id, new_id(company_id, 'mail_seq'), kind, user_id, geom_id, details, ${clock.now}, ${clock.now}
    FROM unnest(${jobs.map(({ companyId }) => companyId)}::integer[], ${jobs.map(({ kind }) => kind)}::text[],
      ${jobs.map(({ userId }) => userId ?? null)}::bigint[], ${jobs.map(({ geomId }) => geomId ?? null)}::bigint[],
      ${details}::jsonb[]) AS job (company_id, kind, user_id, geom_id, details)`.execute(db);
}

/** The mail that has been due for longest, for this process alone until its lease ends. */
export async function takeDueMail(db: Db, clock: Clock): Promise<MailJob | undefined> {
  const { rows } = await sql<MailJob>`
    UPDATE mail_jobs AS j
    SET due_at = ${clock.now} + make_interval(secs => ${LEASE_S}), attempts = j.attempts + 1
    FROM (SELECT company_id, id FROM mail_jobs WHERE due_at <= ${clock.now}
          ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
    WHERE j.company_id = next.company_id AND j.id = next.id
    RETURNING j.company_id AS "companyId", j.id, j.kind, j.user_id AS "userId", j.geom_id AS "geomId", j.details,
              j.attempts, extract(epoch FROM ${clock.now} - j.created_at)::double precision AS "ageS"`.execute(
    db,
  );
  return rows[0];
}

export async function forgetMail(db: Db, { companyId, id }: MailJob): Promise<void> {
  await db.deleteFrom('mail_jobs').where('company_id', '=', companyId).where('id', '=', id).execute();
}

export async function postponeMail(
  db: Db,
  clock: Clock,
  { companyId, id }: MailJob,
  seconds: number,
): Promise<void> {
  await db
    .updateTable('mail_jobs')
    .set({ due_at: sql<Date>`${clock.now} + make_interval(secs => ${seconds})` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Links to a password that have not gone out yet: whoever set one, or was disabled, needs them no more. */
export async function forgetMailsOfUser(db: Db, user: { companyId: number; userId: number }): Promise<void> {
  await db
    .deleteFrom('mail_jobs')
    .where('company_id', '=', user.companyId)
    .where('user_id', '=', user.userId)
    .execute();
}
