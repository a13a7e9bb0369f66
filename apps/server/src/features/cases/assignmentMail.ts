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
import type { Schema } from '../../db/schema.ts';
import { userName } from '../../db/sql/userName.ts';
import type { Mail } from '../../mail/MailSender.ts';
import { addMail, type MailJob } from '../../mail/mailJobs.ts';
import { isAssignable } from './assignees.ts';
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

/** The cases that are still open and this person's. */
async function listAssigned(
  db: Kysely<Schema>,
  { companyId, userId, ids }: { companyId: CompanyId; userId: UserId; ids: readonly ObjectId[] },
): Promise<AssignedCase[]> {
  const { rows } = await sql<AssignedCase>`
    SELECT g.id, g.name, l.name AS layer, to_char(c.due_on, 'DD.MM.YYYY') AS "dueOn", g.company_id AS "companyId",
           lg.unit_id AS "unitId"
    FROM cases AS c
    JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.geom_id
    JOIN classifiers AS l ON l.company_id = g.company_id AND l.id = g.class_id
    JOIN classifiers AS lg ON lg.company_id = l.company_id AND lg.id = l.parent_id
    WHERE c.company_id = ${companyId}::integer AND c.geom_id = ANY(${ids}::bigint[])
      AND c.assignee_id = ${userId}::bigint AND c.closed_at IS NULL
      AND g.deleted_at IS NULL AND l.deleted_at IS NULL AND l.case_layer IS NOT NULL
    ORDER BY c.due_on NULLS LAST, g.id`.execute(db);
  return rows;
}

interface Recipient {
  readonly email: string;
  readonly language: Language;
  readonly by: string;
}

/** The person with the name of the one who has assigned the cases, in the person's language. */
async function findRecipient(
  db: Kysely<Schema>,
  { companyId, userId, byId }: { companyId: CompanyId; userId: UserId; byId: UserId },
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
  const by = await db
    .selectFrom('users as u')
    .select(userName('u', user.language).as('name'))
    .where('company_id', '=', companyId)
    .where('id', '=', byId)
    .executeTakeFirst();
  return { ...user, by: by?.name ?? '' };
}

/**
 * Tells a person what has been assigned to them. What they may no longer work on, or somebody else has got meanwhile, is
 * left out.
 */
export async function writeAssignment(
  { database: { db }, config }: Pick<AppDeps, 'database' | 'config'>,
  { companyId, userId, details }: MailJob,
): Promise<Mail | undefined> {
  if (userId === null) return undefined;
  const { ids, byId } = details as { readonly ids: readonly ObjectId[]; readonly byId: UserId };
  const recipient = await findRecipient(db, { companyId, userId, byId });
  if (recipient === undefined) return undefined;
  const assigned: AssignedCase[] = [];
  const allowed = new Map<UnitId | null, boolean>();
  for (const one of await listAssigned(db, { companyId, userId, ids })) {
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
  const parts = [
    texts.greeting,
    [texts.assigned(recipient.by), ...lines, ...(rest > 0 ? [texts.more(rest)] : [])].join('\n'),
    `${texts.seeThem}\n${config.publicUrl}/#/${recipient.language}/inbox`,
    '',
  ];
  return {
    to: recipient.email,
    subject:
      assigned.length === 1
        ? texts.oneSubject(referenceOf(first.id), first.name).trim()
        : texts.manySubject(assigned.length),
    text: parts.join('\n\n'),
  };
}
