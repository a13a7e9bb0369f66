import { companyOf, limits, type ProblemCode, type UserId } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { userNameOf } from '../../../access/findActiveSession.ts';
import { findPasswordProblem } from '../../../access/passwords/findPasswordProblem.ts';
import { hashPassword, isPassword } from '../../../access/passwords/hashPassword.ts';
import { countEvent, getWaitS, type RateLimit } from '../../../access/rateLimits.ts';
import { endSessionsOf } from '../../../access/sessions.ts';
import { audit } from '../../../audit/audit.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import { AppError } from '../../../errors/AppError.ts';
import { KeyedQueue } from '../../../runtime/KeyedQueue.ts';
import { findCredentials, setPassword } from './credentials.ts';
import { consumeLink, endLinks, findLinkUserId, hashLink } from './passwordLink.ts';

const guesses = new KeyedQueue();

const failuresOf = (userId: UserId): RateLimit => ({
  kind: 'old-password',
  key: String(userId),
  limit: limits.failedSignIns.perEmailAndAddress,
  windowS: limits.failedSignIns.windowMinutes * 60,
});

const invalidPassword = (code: ProblemCode) =>
  new AppError('INVALID_PASSWORD', { errors: [{ path: '/newPassword', code }] });

function checkNewPassword(password: string, email: string): void {
  const problem = findPasswordProblem(password, email);
  if (problem !== undefined) throw invalidPassword(problem);
}

async function getCredentials(deps: AppDeps, userId: UserId) {
  const user = await findCredentials(deps.database.db, userId);
  if (user === undefined) throw new AppError('NOT_FOUND');
  return user;
}

/** D-SESS-07: requires the old password and ends the user's other sessions. */
export async function changePassword(
  deps: AppDeps,
  actor: UserActor,
  {
    oldPassword,
    newPassword,
    requestId,
  }: { readonly oldPassword: string; readonly newPassword: string; readonly requestId: string },
): Promise<void> {
  const user = await getCredentials(deps, actor.userId);
  await checkOldPassword(deps, actor, { passwordHash: user.password_hash, oldPassword, requestId });
  checkNewPassword(newPassword, user.email);
  if (newPassword === oldPassword) throw invalidPassword('NOT_ALLOWED');
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(deps.database, {}, async (db) => {
    if (!(await setPassword(db, actor.userId, passwordHash))) throw new AppError('SESSION_ENDED');
    await endLinks(db, actor.userId);
    await endSessionsOf(db, deps.clock, {
      companyId: actor.companyId,
      userId: actor.userId,
      exceptSessionId: actor.sessionId,
      reason: 'password-changed',
    });
    await audit(db, {
      actor,
      action: 'PASSWORD_CHANGED',
      entity: 'user',
      entityId: actor.userId,
      entityName: actor.userName,
      requestId,
    });
  });
  deps.sessions.clear();
}

/** A stolen session must not be a way to guess the password. */
async function checkOldPassword(
  deps: AppDeps,
  actor: UserActor,
  {
    passwordHash,
    oldPassword,
    requestId,
  }: { readonly passwordHash: string | null; readonly oldPassword: string; readonly requestId: string },
): Promise<void> {
  const failures = [failuresOf(actor.userId)];
  await guesses.run([String(actor.userId)], async () => {
    const waitS = await getWaitS(deps.database.db, deps.clock, failures);
    if (waitS > 0) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterS: waitS });
    if (await isPassword(passwordHash, oldPassword)) return;
    await inTransaction(deps.database, {}, async (db) => {
      await countEvent(db, deps.clock, failures);
      await audit(db, {
        actor,
        action: 'PASSWORD_CHANGE_FAILED',
        entity: 'user',
        entityId: actor.userId,
        entityName: actor.userName,
        result: 'refused',
        requestId,
      });
    });
    throw new AppError('WRONG_OLD_PASSWORD', { errors: [{ path: '/oldPassword', code: 'NOT_ALLOWED' }] });
  });
}

/** Returns whose link this is. Only who has read the mail knows the token. */
export async function getPasswordLink(
  deps: AppDeps,
  { token }: { readonly token: string },
): Promise<{ email: string }> {
  const userId = await findLinkUserId(deps.database.db, deps.clock, hashLink(token));
  if (userId === undefined) throw new AppError('INVALID_LINK');
  const { email } = await getCredentials(deps, userId);
  return { email };
}

/** The link works once; a refused password leaves it valid. All sessions of the user end. */
export async function setPasswordByLink(
  deps: AppDeps,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
  origin: { readonly address: string; readonly requestId: string },
): Promise<void> {
  const tokenHash = hashLink(token);
  const userId = await findLinkUserId(deps.database.db, deps.clock, tokenHash);
  if (userId === undefined) throw new AppError('INVALID_LINK');
  const user = await getCredentials(deps, userId);
  checkNewPassword(newPassword, user.email);
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(deps.database, {}, async (db) => {
    if (!(await consumeLink(db, deps.clock, { userId, tokenHash }))) throw new AppError('INVALID_LINK');
    if (!(await setPassword(db, userId, passwordHash))) throw new AppError('INVALID_LINK');
    await endLinks(db, userId);
    await endSessionsOf(db, deps.clock, { companyId: companyOf(userId), userId, reason: 'password-changed' });
    await audit(db, {
      actor: { kind: 'anonymous', visitorId: undefined, address: origin.address },
      companyId: companyOf(userId),
      action: 'PASSWORD_SET_BY_LINK',
      entity: 'user',
      entityId: userId,
      entityName: userNameOf(user),
      requestId: origin.requestId,
    });
  });
  deps.sessions.clear();
}
