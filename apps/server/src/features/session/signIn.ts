import { randomUUID } from 'node:crypto';
import { type CurrentUser, limits } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { signAccessToken } from '../../access/accessToken.ts';
import { findActiveSession, userNameOf } from '../../access/findActiveSession.ts';
import { isPassword } from '../../access/passwords/hashPassword.ts';
import { countEvent, getWaitS, type RateLimit, toNetwork } from '../../access/rateLimits.ts';
import { findUserByEmail, insertSession } from '../../access/sessions.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { KeyedQueue } from '../../runtime/KeyedQueue.ts';
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
 * One attempt at a time for each address and each e-mail: earlier failures are counted before the next
 * attempt is checked. A second process may let one attempt more through.
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

/**
 * D-SESS-06: a wrong e-mail, a wrong password and a disabled user look the same, also in the time they take.
 */
export async function signIn(deps: AppDeps, attempt: SignIn): Promise<CurrentUser> {
  const { db } = deps.database;
  const email = attempt.email.toLowerCase();
  const network = toNetwork(attempt.address);
  const failures = failureLimits(email, network);
  const user = await guesses.run([`address ${network}`, `email ${email}`], async () => {
    const waitS = await getWaitS(db, deps.clock, failures);
    if (waitS > 0 && deps.config.signInLimits)
      throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterS: waitS });
    const found = await findUserByEmail(db, email);
    const hash = found?.status === 'enabled' ? found.password_hash : null;
    if ((await isPassword(hash, attempt.password)) && found !== undefined) return found;
    await recordFailure(deps, attempt, { user: found, failures });
    throw new AppError('INVALID_CREDENTIALS');
  });
  return await beginSession(deps, attempt, user);
}

/** The typed e-mail is not stored: it may have been the password. */
async function recordFailure(
  deps: AppDeps,
  attempt: SignIn,
  { user, failures }: { readonly user: FoundUser; readonly failures: readonly RateLimit[] },
): Promise<void> {
  await inTransaction(deps.database, {}, async (db) => {
    await countEvent(db, deps.clock, failures);
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
    const living = await findActiveSession(db, clock, { userId: user.id, sessionId });
    // The user was disabled in between.
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
