import { limits, type ProblemCode } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { companyOf } from '../../db/newId.ts';
import { AppError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { userNameOf } from '../../plugins/findLivingSession.ts';
import { KeyedQueue } from '../../plugins/KeyedQueue.ts';
import { countOne, findWaitS, type RateLimit } from '../../plugins/rateEvents.ts';
import { audit } from '../log/index.ts';
import { endSessionsOf, findPasswordProblem, hashPassword, isPassword } from '../session/index.ts';
import { hashLink } from './passwordLink.ts';
import { endLinks, findCredentials, findLinkUserId, setPassword, useLink } from './repository.ts';

const guesses = new KeyedQueue();

const failuresOf = (userId: number): RateLimit => ({
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

async function getCredentials(deps: AppDeps, userId: number) {
  const user = await findCredentials(deps.database.db, userId);
  if (user === undefined) throw new AppError('NOT_FOUND');
  return user;
}

/** D-SESS-07: asks for the old one and ends the user's other sessions. */
export async function changePassword(
  deps: AppDeps,
  actor: UserActor,
  { oldPassword, newPassword }: { readonly oldPassword: string; readonly newPassword: string },
  requestId: string,
): Promise<void> {
  const user = await getCredentials(deps, actor.userId);
  await checkOldPassword(deps, actor, user.password_hash, oldPassword, requestId);
  checkNewPassword(newPassword, user.email);
  if (newPassword === oldPassword) throw invalidPassword('NOT_ALLOWED');
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(deps.database, {}, async (db) => {
    if (!(await setPassword(db, actor.userId, passwordHash))) throw new AppError('SESSION_ENDED');
    await endLinks(db, actor.userId);
    await endSessionsOf(
      db,
      deps.clock,
      { companyId: actor.companyId, userId: actor.userId, exceptSessionId: actor.sessionId },
      'password-changed',
    );
    await audit(db, {
      actor,
      action: 'PASSWORD_CHANGED',
      entity: 'user',
      entityId: actor.userId,
      entityName: actor.userName,
      requestId,
    });
  });
  deps.sessions.forgetAll();
}

/** A stolen session must not be a way to guess the password. */
async function checkOldPassword(
  deps: AppDeps,
  actor: UserActor,
  passwordHash: string | null,
  oldPassword: string,
  requestId: string,
): Promise<void> {
  const failures = [failuresOf(actor.userId)];
  await guesses.run([String(actor.userId)], async () => {
    const waitS = await findWaitS(deps.database.db, deps.clock, failures);
    if (waitS > 0) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterS: waitS });
    if (await isPassword(passwordHash, oldPassword)) return;
    await inTransaction(deps.database, {}, async (db) => {
      await countOne(db, deps.clock, failures);
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

/** The link works once; a password that is refused leaves it as it is. All sessions of the user end. */
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
    if (!(await useLink(db, deps.clock, userId, tokenHash))) throw new AppError('INVALID_LINK');
    if (!(await setPassword(db, userId, passwordHash))) throw new AppError('INVALID_LINK');
    await endLinks(db, userId);
    await endSessionsOf(db, deps.clock, { companyId: companyOf(userId), userId }, 'password-changed');
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
  deps.sessions.forgetAll();
}
