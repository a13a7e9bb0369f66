import { randomUUID } from 'node:crypto';
import { type CurrentUser, limits } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../http/AppError.ts';
import { signAccessToken } from '../../plugins/accessToken.ts';
import { findLivingSession, userNameOf } from '../../plugins/findLivingSession.ts';
import { KeyedQueue } from '../../plugins/KeyedQueue.ts';
import { countOne, findWaitS, networkOf, type RateLimit } from '../../plugins/rateEvents.ts';
import { audit } from '../log/index.ts';
import { isPassword } from './hashPassword.ts';
import { findUserByEmail, insertSession } from './repository.ts';
import { toCurrentUser } from './toCurrentUser.ts';

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
}

type FoundUser = Awaited<ReturnType<typeof findUserByEmail>>;

/**
 * One guess at a time for an address and for an e-mail: the failures before have been counted when the next one is
 * looked at. A second process may let one guess more through.
 */
const guesses = new KeyedQueue();

function failureLimits(email: string, address: string): RateLimit[] {
  const { windowMinutes, perEmailAndAddress, perAddress, perEmail } = limits.failedSignIns;
  const windowS = windowMinutes * 60;
  return [
    { kind: 'sign-in:email+address', key: `${email} ${address}`, limit: perEmailAndAddress, windowS },
    { kind: 'sign-in:address', key: address, limit: perAddress, windowS },
    { kind: 'sign-in:email', key: email, limit: perEmail, windowS },
  ];
}

/** D-SESS-06: wrong e-mail, wrong password and disabled user look the same, also on the clock. */
export async function signIn(deps: AppDeps, attempt: SignIn): Promise<CurrentUser> {
  const { db } = deps.database;
  const email = attempt.email.toLowerCase();
  const network = networkOf(attempt.address);
  const failures = failureLimits(email, network);
  const user = await guesses.run([`address ${network}`, `email ${email}`], async () => {
    const waitS = await findWaitS(db, deps.clock, failures);
    if (waitS > 0 && deps.config.signInLimits)
      throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterS: waitS });
    const found = await findUserByEmail(db, email);
    const hash = found?.status === 'enabled' ? found.password_hash : null;
    if ((await isPassword(hash, attempt.password)) && found !== undefined) return found;
    await keepFailure(deps, attempt, found, failures);
    throw new AppError('INVALID_CREDENTIALS');
  });
  return await beginSession(deps, attempt, user);
}

/** What was typed is not kept: it may have been the password. */
async function keepFailure(
  deps: AppDeps,
  attempt: SignIn,
  user: FoundUser,
  failures: readonly RateLimit[],
): Promise<void> {
  await inTransaction(deps.database, {}, async (db) => {
    await countOne(db, deps.clock, failures);
    await audit(db, {
      actor: { kind: 'anonymous', visitorId: undefined, address: attempt.address },
      companyId: user?.company_id ?? 0,
      action: 'LOGIN_FAILED',
      entity: 'user',
      entityId: user?.id ?? null,
      entityName: user === undefined ? '' : userNameOf(user),
      result: 'refused',
      requestId: attempt.requestId,
    });
  });
}

async function beginSession(
  deps: AppDeps,
  attempt: SignIn,
  user: NonNullable<FoundUser>,
): Promise<CurrentUser> {
  const { clock, config, database, secrets } = deps;
  const sessionId = randomUUID();
  const jti = randomUUID();
  const session = await inTransaction(database, {}, async (db) => {
    await insertSession(db, clock, {
      companyId: user.company_id,
      userId: user.id,
      sessionId,
      lifetimeS: config.session.sessionS,
      address: attempt.address,
      userAgent: attempt.userAgent,
    });
    const living = await findLivingSession(db, clock, { userId: user.id, sessionId });
    // Disabled in the moment between.
    if (living === undefined) throw new AppError('INVALID_CREDENTIALS');
    await audit(db, {
      actor: { ...living, kind: 'user', sessionId, address: attempt.address },
      action: 'LOGIN',
      entity: 'user',
      entityId: user.id,
      entityName: living.userName,
      requestId: attempt.requestId,
    });
    return living;
  });
  const token = await signAccessToken(secrets, {
    userId: user.id,
    sessionId,
    jti,
    issuedAt: session.createdAt,
    expiresAt: new Date(session.createdAt.getTime() + config.session.accessTokenS * 1_000),
  });
  return toCurrentUser(session, token);
}
