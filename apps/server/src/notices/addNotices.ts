import type { CompanyId, ImportId, NoticeKind, ObjectId, UnitId, UserId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { newId } from '../db/newId.ts';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';
import { mostFrequentFirst } from './mailRhythm.ts';
import { mailTime } from './mailTime.ts';
import { workersOf } from './workersOf.ts';

type Db = Kysely<Schema>;

interface Event {
  readonly companyId: CompanyId;
  readonly kind: NoticeKind;
  /** Whoever did it is not notified; null: a rule or a job. */
  readonly byId?: UserId | null;
}

/** Notifies users of objects; call it in the transaction of the change. */
export const addObjectNotices = (
  db: Db,
  clock: Clock,
  event: Event & { readonly userId: UserId; readonly objectIds: readonly ObjectId[] },
): Promise<void> =>
  insertNotices(db, clock, {
    ...event,
    rows: sql`SELECT ${event.userId}::bigint, geom_id, NULL::bigint, NULL::date, NULL::text
      FROM unnest(${event.objectIds}::bigint[]) AS geom_id`,
  });

/** Notifies those who work in a unit of objects that were given to it. */
export const addUnitNotices = (
  db: Db,
  clock: Clock,
  event: Event & { readonly unitId: UnitId; readonly objectIds: readonly ObjectId[] },
): Promise<void> =>
  insertNotices(db, clock, {
    ...event,
    rows: sql`SELECT worker.user_id, geom_id, NULL::bigint, NULL::date, NULL::text
      FROM ${workersOf(sql`${event.companyId}::integer`, sql`${event.unitId}::bigint`)} AS worker
      CROSS JOIN unnest(${event.objectIds}::bigint[]) AS geom_id`,
  });

/** Kinds that have mails of their own. */
const MAILED_KINDS: readonly NoticeKind[] = ['assigned', 'escalated'];

/**
 * Notifies users of events; `rows` are rows `(user_id, geom_id, comment_id, due_on, mail)`, where `mail` is the rhythm of a
 * follow, of several the most frequent; null: that of the user.
 */
export async function insertNotices(
  db: Db,
  clock: Clock,
  { companyId, kind, byId = null, rows }: Event & { readonly rows: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    INSERT INTO notices AS n (company_id, id, user_id, kind, geom_id, comment_id, by_id, due_on, at,
                         mail_at)
    SELECT ${companyId}::integer, ${newId(companyId, 'notice_seq')}, recipient.user_id, ${kind}::text, recipient.geom_id,
           recipient.comment_id, ${byId}::bigint, recipient.due_on, date_trunc('milliseconds', ${clock.now}),
           ${MAILED_KINDS.includes(kind) ? sql`NULL` : mailTime(clock, sql`coalesce(recipient.mail, u.notice_mail)`)}
    FROM (SELECT DISTINCT ON (user_id, geom_id) * FROM (${rows}) AS row (user_id, geom_id, comment_id, due_on, mail)
          ORDER BY user_id, geom_id, comment_id DESC, ${mostFrequentFirst(sql`mail`)}) AS recipient
    JOIN users AS u ON u.company_id = ${companyId}::integer AND u.id = recipient.user_id
      AND u.status = 'enabled' AND u.deleted_at IS NULL
    WHERE recipient.user_id IS DISTINCT FROM ${byId}::bigint
    ORDER BY recipient.user_id, recipient.geom_id
    ON CONFLICT (company_id, user_id, kind, geom_id) WHERE read_at IS NULL AND geom_id IS NOT NULL
    DO UPDATE SET comment_id = excluded.comment_id, by_id = excluded.by_id, due_on = excluded.due_on,
                  at = excluded.at, events = n.events + 1, mail_at = least(n.mail_at, excluded.mail_at)`.execute(
    db,
  );
}

/** Notifies the owner of an import of how it has ended. */
export async function addImportNotice(
  db: Db,
  clock: Clock,
  {
    companyId,
    userId,
    importId,
    kind,
  }: {
    readonly companyId: CompanyId;
    readonly userId: UserId;
    readonly importId: ImportId;
    readonly kind: Extract<NoticeKind, `import${string}`>;
  },
): Promise<void> {
  await db
    .insertInto('notices')
    .values({
      company_id: companyId,
      id: newId(companyId, 'notice_seq'),
      user_id: userId,
      kind,
      geom_id: null,
      comment_id: null,
      import_id: importId,
      by_id: null,
      at: sql<Date>`date_trunc('milliseconds', ${clock.now})`,
    })
    .execute();
}
