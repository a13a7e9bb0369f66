import type { CompanyId, UserId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';

type Db = Kysely<Schema>;

/** Reason for the end of a session, shown in the log and in the list of sessions. */
export type EndReason = 'logout' | 'token-reuse' | 'password-changed' | 'disabled' | 'signed-out-elsewhere';

export interface SessionKey {
  readonly companyId: CompanyId;
  readonly sessionId: string;
}

const plus = (clock: Clock, seconds: number) => sql<Date>`${clock.now} + make_interval(secs => ${seconds})`;

export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['company_id', 'id', 'email', 'first_name', 'last_name', 'password_hash', 'status', 'language'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Inserts a session, deletes the user's old ones, and returns the moment at which it began. */
export async function insertSession(
  db: Db,
  clock: Clock,
  session: SessionKey & { userId: UserId; lifetimeS: number; address: string; userAgent: string },
): Promise<Date> {
  await db
    .deleteFrom('sessions')
    .where('company_id', '=', session.companyId)
    .where('user_id', '=', session.userId)
    .where('expires_at', '<', sql<Date>`${clock.now} - interval '30 days'`)
    .execute();
  const row = await db
    .insertInto('sessions')
    .values({
      company_id: session.companyId,
      id: session.sessionId,
      user_id: session.userId,
      created_at: clock.now,
      expires_at: plus(clock, session.lifetimeS),
      ip: session.address,
      user_agent: session.userAgent.slice(0, 300),
    })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('users')
    .set({ last_login_at: clock.now, last_activity_at: clock.now })
    .where('company_id', '=', session.companyId)
    .where('id', '=', session.userId)
    .execute();
  return row.created_at;
}

/** Returns true when the session was active until now. */
export async function endSession(
  db: Db,
  clock: Clock,
  { companyId, sessionId, reason }: SessionKey & { readonly reason: EndReason },
): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: clock.now, end_reason: reason })
    .where('company_id', '=', companyId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends all sessions of a user, except the one named. */
export async function endSessionsOf(
  db: Db,
  clock: Clock,
  {
    companyId,
    userId,
    exceptSessionId,
    reason,
  }: {
    readonly companyId: CompanyId;
    readonly userId: UserId;
    readonly exceptSessionId?: string;
    readonly reason: EndReason;
  },
): Promise<void> {
  let update = db
    .updateTable('sessions')
    .set({ ended_at: clock.now, end_reason: reason })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (exceptSessionId !== undefined) update = update.where('id', '!=', exceptSessionId);
  await update.execute();
}

export const listActiveSessions = (db: Db, clock: Clock, user: { companyId: CompanyId; userId: UserId }) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'expires_at', 'ip', 'user_agent'])
    .where('company_id', '=', user.companyId)
    .where('user_id', '=', user.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now)
    .orderBy('created_at', 'desc')
    .execute();

/** Extends a session, never past its longest lifetime and never to an earlier end (D-SESS-02). */
export async function extendSession(
  db: Db,
  clock: Clock,
  key: SessionKey & { userId: UserId; lifetimeS: number; longestS: number },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_activity_at: clock.now })
    .where('company_id', '=', key.companyId)
    .where('id', '=', key.userId)
    .execute();
  await db
    .updateTable('sessions')
    .set({
      expires_at: sql<Date>`least(created_at + make_interval(secs => ${key.longestS}),
        greatest(expires_at, ${plus(clock, key.lifetimeS)}))`,
    })
    .where('company_id', '=', key.companyId)
    .where('id', '=', key.sessionId)
    .execute();
}

export interface RefreshKey extends SessionKey {
  readonly accessJti: string;
}

/** Stores the first refresh token made for an access token; a second process stores the same one. */
export async function insertRefresh(
  db: Db,
  clock: Clock,
  { companyId, sessionId, accessJti, tokenHash }: RefreshKey & { readonly tokenHash: Buffer },
): Promise<void> {
  await db
    .insertInto('session_refreshes')
    .values({
      company_id: companyId,
      session_id: sessionId,
      access_jti: accessJti,
      token_hash: tokenHash,
      created_at: clock.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface Refresh {
  readonly usedAt: Date | null;
  readonly newJti: string | null;
  readonly sinceCreatedS: number;
  readonly sinceUsedS: number | null;
}

export async function findRefresh(db: Db, clock: Clock, key: RefreshKey): Promise<Refresh | undefined> {
  const since = (column: 'created_at' | 'used_at') =>
    sql<number>`extract(epoch FROM ${clock.now} - ${sql.ref(column)})::double precision`;
  return await db
    .selectFrom('session_refreshes')
    .select(['used_at as usedAt', 'new_jti as newJti'])
    .select([
      since('created_at').as('sinceCreatedS'),
      sql<number | null>`${since('used_at')}`.as('sinceUsedS'),
    ])
    .where('company_id', '=', key.companyId)
    .where('session_id', '=', key.sessionId)
    .where('access_jti', '=', key.accessJti)
    .executeTakeFirst();
}

/**
 * Consumes a refresh token in one statement: of all callers in all processes that bring the same token, one
 * gets true.
 */
export async function consumeRefresh(
  db: Db,
  clock: Clock,
  key: RefreshKey & { tokenHash: Buffer; lifetimeS: number; newJti: string },
): Promise<boolean> {
  const used = await db
    .updateTable('session_refreshes')
    .set({ used_at: clock.now, new_jti: key.newJti })
    .where('company_id', '=', key.companyId)
    .where('session_id', '=', key.sessionId)
    .where('access_jti', '=', key.accessJti)
    .where('token_hash', '=', key.tokenHash)
    .where('used_at', 'is', null)
    .where('created_at', '>', plus(clock, -key.lifetimeS))
    .returning('access_jti')
    .executeTakeFirst();
  return used !== undefined;
}
