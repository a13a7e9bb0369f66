import {
  type CompanyId,
  type Language,
  type ObjectId,
  referenceOf,
  type UnitId,
  type UserId,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { isAssignable } from '../../cases/assignable.ts';
import type { Schema } from '../../db/schema.ts';
import { translatedName } from '../../db/sql/translatedName.ts';
import { userName } from '../../db/sql/userName.ts';
import type { Mail } from '../../mail/MailSender.ts';
import { addMail, type MailJob } from '../../mail/mailJobs.ts';
import { assignmentTexts } from './assignmentTexts.ts';

/** Cases that a mail names one by one; the inbox has the others. */
const NAMED_CASES = 20;

interface Assignment {
  readonly actor: UserActor;
  readonly assigneeId: UserId;
  readonly ids: readonly ObjectId[];
}

/** Queues one mail about all the cases that a request has assigned to a person, unless they did it themselves. */
export async function queueAssignmentMail(
  db: Kysely<Schema>,
  clock: AppDeps['clock'],
  { actor, assigneeId, ids }: Assignment,
): Promise<void> {
  if (ids.length === 0 || assigneeId === actor.userId) return;
  await addMail(db, clock, {
    companyId: actor.companyId,
    template: 'assignment',
    userId: assigneeId,
    details: { ids, byId: actor.userId },
  });
}

interface AssignedCase {
  readonly id: ObjectId;
  readonly name: string;
  readonly layer: string;
  readonly dueOn: string | null;
  readonly companyId: CompanyId;
  readonly unitId: UnitId | null;
}

interface NamedCases {
  readonly companyId: CompanyId;
  readonly ids: readonly ObjectId[];
  /** Leaves out cases of other persons; undefined: the cases of anybody. */
  readonly assigneeId: UserId | undefined;
  /** Language of the names of layers. */
  readonly language: Language;
}

/** The cases that are still open. */
async function listOpen(
  db: Kysely<Schema>,
  { companyId, ids, assigneeId, language }: NamedCases,
): Promise<AssignedCase[]> {
  const { rows } = await sql<AssignedCase>`
    SELECT g.id, g.name, ${translatedName('l', language)} AS layer, to_char(c.due_on, 'DD.MM.YYYY') AS "dueOn", g.company_id AS "companyId",
           lg.unit_id AS "unitId"
    FROM cases AS c
    JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.geom_id
    JOIN classifiers AS l ON l.company_id = g.company_id AND l.id = g.class_id
    JOIN classifiers AS lg ON lg.company_id = l.company_id AND lg.id = l.parent_id
    WHERE c.company_id = ${companyId}::integer AND c.geom_id = ANY(${ids}::bigint[])
      AND ${assigneeId === undefined ? sql`true` : sql`c.assignee_id = ${assigneeId}::bigint`} AND c.closed_at IS NULL
      AND g.deleted_at IS NULL AND l.deleted_at IS NULL AND l.case_layer IS NOT NULL
    ORDER BY c.due_on NULLS LAST, g.id`.execute(db);
  return rows;
}

interface Recipient {
  readonly email: string;
  readonly language: Language;
  /** Name of the user who has assigned the cases; null if a routing rule did. */
  readonly by: string | null;
}

/** The person with the name of the one who has assigned the cases, in the person's language. */
async function findRecipient(
  db: Kysely<Schema>,
  { companyId, userId, byId }: { companyId: CompanyId; userId: UserId; byId: UserId | null },
): Promise<Recipient | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'language'])
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('status', '=', 'enabled')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (user === undefined) return undefined;
  if (byId === null) return { ...user, by: null };
  const by = await db
    .selectFrom('users as u')
    .select(userName('u', user.language).as('name'))
    .where('company_id', '=', companyId)
    .where('id', '=', byId)
    .executeTakeFirst();
  return { ...user, by: by?.name ?? '' };
}

/**
 * Tells a person what has been assigned to them, or what takes too long by a routing rule. What they may no longer work
 * on, or somebody else has got meanwhile, is left out.
 */
export async function writeAssignment(
  { database: { db }, config }: Pick<AppDeps, 'database' | 'config'>,
  { companyId, userId, details, template }: MailJob,
): Promise<Mail | undefined> {
  if (userId === null) return undefined;
  const { ids, byId } = details as { readonly ids: readonly ObjectId[]; readonly byId: UserId | null };
  const isEscalation = template === 'escalation';
  const recipient = await findRecipient(db, { companyId, userId, byId });
  if (recipient === undefined) return undefined;
  const assigned: AssignedCase[] = [];
  const allowed = new Map<UnitId | null, boolean>();
  const assigneeId = isEscalation ? undefined : userId;
  for (const one of await listOpen(db, { companyId, ids, assigneeId, language: recipient.language })) {
    if (!allowed.has(one.unitId)) allowed.set(one.unitId, await isAssignable(db, one, userId));
    if (allowed.get(one.unitId)) assigned.push(one);
  }
  const [first] = assigned;
  if (first === undefined) return undefined;
  const texts = assignmentTexts[recipient.language];
  const lines = assigned
    .slice(0, NAMED_CASES)
    .map(({ id, name, layer, dueOn }) =>
      [`${referenceOf(id)} ${name}`.trim(), layer, ...(dueOn === null ? [] : [texts.due(dueOn)])].join(', '),
    );
  const rest = assigned.length - lines.length;
  const introduction = isEscalation
    ? texts.escalated
    : recipient.by === null
      ? texts.assignedByRule
      : texts.assigned(recipient.by);
  const subjects = isEscalation ? texts.escalatedSubject : texts.subject;
  const parts = [
    texts.greeting,
    [introduction, ...lines, ...(rest > 0 ? [texts.more(rest)] : [])].join('\n'),
    `${texts.seeThem}\n${config.publicUrl}/#/${recipient.language}/inbox`,
    '',
  ];
  return {
    to: recipient.email,
    subject:
      assigned.length === 1
        ? subjects.one(referenceOf(first.id), first.name).trim()
        : subjects.many(assigned.length),
    text: parts.join('\n\n'),
  };
}
