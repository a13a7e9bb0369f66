import { companyOf, type UserId } from '@pgis/contract';
import type { Kysely, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Actor, UserActor } from '../../access/Actor.ts';
import { getAdminScope } from '../../access/adminScope.ts';
import { audit } from '../../audit/audit.ts';
import { eraseFromLog, type LogContent } from '../../audit/eraseFromLog.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { guardLastAdmin } from '../groups/index.ts';
import { dropExportsOf, dropImportsOf, eraseMailFilesOf } from '../privacy/index.ts';
import { getManagedUser, readGroupScope } from './managedUser.ts';
import { endLinks } from './passwords/passwordLink.ts';
import { setGroups } from './userRows.ts';

/** Name of a deleted user in the log; comments show it in the reader's language. */
const DELETED_USER = 'Deleted user';
const personal: readonly string[] = ['email', 'firstName', 'lastName', 'phone', 'position', 'name'];
/** Time to read through the log of the company. */
const STATEMENT_MS = 300_000;

interface Anonymising {
  readonly userId: UserId;
  /** Undefined for the command line. */
  readonly actor: Actor | undefined;
  readonly requestId: string;
}

/** Deletes a user on behalf of an administrator who may manage them. */
export async function deleteUser(
  deps: AppDeps,
  actor: UserActor,
  { userId, requestId }: { readonly userId: UserId; readonly requestId: string },
): Promise<void> {
  const scope = getAdminScope(actor);
  const limits = { statementMs: STATEMENT_MS, idleMs: STATEMENT_MS };
  const email = await inTransaction(deps.database, limits, (db) =>
    guardLastAdmin(db, scope.companyId, async () => {
      const user = await getManagedUser(db, await readGroupScope(db, scope), userId);
      if (userId === actor.userId) throw new AppError('OWN_ACCOUNT');
      await anonymiseUser(db, { userId, actor, requestId });
      return user.email;
    }),
  );
  deps.sessions.clear();
  await eraseMailFilesOf(deps.config.dataDir, [email]);
}

/**
 * Removes everything that names a user, from the log too. Their work stays, as that of a deleted user. Call
 * it in a transaction.
 */
export async function anonymiseUser(db: Kysely<Schema>, request: Anonymising): Promise<void> {
  const { userId } = request;
  await emptyRow(db, userId);
  await setGroups(db, userId, []);
  await endLinks(db, userId);
  await forgetTraces(db, userId);
  await dropExportsOf(db, userId);
  await dropShortLinks(db, userId);
  await dropImportsOf(db, userId);
  await audit(db, {
    actor: request.actor,
    companyId: companyOf(userId),
    action: 'USER_ANONYMISED',
    entity: 'user',
    entityId: userId,
    entityName: DELETED_USER,
    requestId: request.requestId,
  });
  await anonymiseLog(db, request);
}

async function emptyRow(db: Kysely<Schema>, userId: UserId): Promise<void> {
  await db
    .updateTable('users')
    .set({
      // Unique and nobody's: the address may be used for a new user.
      email: `deleted-${userId}@deleted.invalid`,
      password_hash: null,
      first_name: '',
      last_name: '',
      phone: '',
      position: '',
      status: 'disabled',
      preferences: '{}',
      last_login_at: null,
      last_activity_at: null,
      deleted_at: sql<Date>`now()`,
    })
    .where('company_id', '=', companyOf(userId))
    .where('id', '=', userId)
    .execute();
}

/** Their filters may name what the user was looking for. */
async function dropShortLinks(db: Kysely<Schema>, userId: UserId): Promise<void> {
  await db
    .deleteFrom('short_links')
    .where('company_id', '=', companyOf(userId))
    .where('owner_id', '=', userId)
    .execute();
}

/** Erases sessions with their network addresses, used links, notices, what the user follows and gets by mail, and the name beside each comment. */
async function forgetTraces(db: Kysely<Schema>, userId: UserId): Promise<void> {
  for (const table of ['sessions', 'one_time_tokens', 'notices', 'follows', 'report_schedules'] as const)
    await db
      .deleteFrom(table)
      .where('company_id', '=', companyOf(userId))
      .where('user_id', '=', userId)
      .execute();
  await db
    .updateTable('comments')
    .set({ author_name: '' })
    .where('company_id', '=', companyOf(userId))
    .where('author_id', '=', userId)
    .execute();
}

const anonymiseValues = (values: unknown): unknown =>
  typeof values === 'object' && values !== null
    ? Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, personal.includes(key) ? '' : value]),
      )
    : values;

/** Anonymises a row about the user: their name, and what was changed in their personal data. */
const anonymiseSubject = (content: LogContent): LogContent => ({
  ...content,
  entityName: DELETED_USER,
  details: Object.fromEntries(
    Object.entries(content.details).map(([key, value]) => [
      key,
      personal.includes(key) ? '' : anonymiseValues(value),
    ]),
  ),
});

/** Blanks the views that a short link showed, and its code. */
const anonymiseLink = (content: LogContent): LogContent => ({
  ...content,
  entityName: '',
  details: Object.fromEntries(
    Object.entries(content.details).map(([key, value]) => [
      key,
      typeof value === 'object' && value !== null ? { ...value, address: '' } : value,
    ]),
  ),
});

async function anonymiseLog(db: Kysely<Schema>, { userId, actor, requestId }: Anonymising): Promise<void> {
  const erase = (where: ReturnType<typeof sql<SqlBool>>, change: (content: LogContent) => LogContent) =>
    eraseFromLog(db, {
      companyId: companyOf(userId),
      where,
      change,
      reason: 'a user was deleted',
      actor,
      requestId,
    });
  const aboutHim = sql<SqlBool>`entity = 'user' AND entity_id = ${userId}::bigint`;
  await erase(sql<SqlBool>`user_id = ${userId}::bigint`, (content) => ({
    ...content,
    userName: DELETED_USER,
    ip: '',
  }));
  await erase(aboutHim, anonymiseSubject);
  await erase(sql<SqlBool>`entity = 'link' AND user_id = ${userId}::bigint`, anonymiseLink);
  // Sign-in attempts and used links name nobody as signed in, but the address is the user's.
  await erase(sql<SqlBool>`${aboutHim} AND user_id IS NULL AND ip <> ''`, (content) => ({
    ...content,
    ip: '',
  }));
}
