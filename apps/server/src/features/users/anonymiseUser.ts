import type { Kysely, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { companyOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { Actor, UserActor } from '../../plugins/Actor.ts';
import { getAdminScope, keepAnAdmin } from '../groups/index.ts';
import { audit, eraseFromLog, type LogContent } from '../log/index.ts';
import { dropExportsOf, eraseMailFilesOf } from '../privacy/index.ts';
import { getManagedUser, readGroupScope } from './managedUser.ts';
import { endLinks, setGroups } from './repository.ts';

/** As the log names whoever is no more; comments say it in the reader's language. */
const DELETED_USER = 'Deleted user';
const personal: readonly string[] = ['email', 'firstName', 'lastName', 'phone', 'position', 'name'];
/** Reads the log of the company through. */
const STATEMENT_MS = 300_000;

interface Anonymising {
  readonly userId: number;
  /** Undefined: the command line. */
  readonly actor: Actor | undefined;
  readonly requestId: string;
}

/** By an administrator who may manage the user. */
export async function deleteUser(
  deps: AppDeps,
  actor: UserActor,
  { userId, requestId }: { readonly userId: number; readonly requestId: string },
): Promise<void> {
  const scope = getAdminScope(actor);
  const limits = { statementMs: STATEMENT_MS, idleMs: STATEMENT_MS };
  const email = await inTransaction(deps.database, limits, (db) =>
    keepAnAdmin(db, scope.companyId, async () => {
      const user = await getManagedUser(db, await readGroupScope(db, scope), userId);
      if (userId === actor.userId) throw new AppError('OWN_ACCOUNT');
      await anonymiseUser(db, { userId, actor, requestId });
      return user.email;
    }),
  );
  deps.sessions.forgetAll();
  await eraseMailFilesOf(deps.config.dataDir, [email]);
}

/**
 * Takes away everything that names a user, from the log too. What he did stays, as done by a deleted user. Run it in a
 * transaction.
 */
export async function anonymiseUser(db: Kysely<Schema>, request: Anonymising): Promise<void> {
  const { userId } = request;
  await emptyRow(db, userId);
  await setGroups(db, userId, []);
  await endLinks(db, userId);
  await forgetTraces(db, userId);
  await dropExportsOf(db, userId);
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

async function emptyRow(db: Kysely<Schema>, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({
      // Unique, and nobody's: the address may be used for a new user.
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

/** Sessions with their network addresses, used links, and the name beside each comment. */
async function forgetTraces(db: Kysely<Schema>, userId: number): Promise<void> {
  for (const table of ['sessions', 'one_time_tokens'] as const)
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

/** Of a row about the user: who he was, and what of his person was changed into what. */
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
  // Tries to sign in, and links that were used: nobody was signed in, and it was he.
  await erase(sql<SqlBool>`${aboutHim} AND user_id IS NULL AND ip <> ''`, (content) => ({
    ...content,
    ip: '',
  }));
}
