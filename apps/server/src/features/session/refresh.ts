import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { type CurrentUser, companyOf } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { type AccessClaims, readAccessToken, signAccessToken } from '../../access/accessToken.ts';
import { type ActiveSession, findActiveSession } from '../../access/findActiveSession.ts';
import type { Secrets } from '../../access/Secrets.ts';
import {
  consumeRefresh,
  endSession,
  extendSession,
  findRefresh,
  insertRefresh,
  type Refresh,
  type RefreshKey,
} from '../../access/sessions.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { toCurrentUser } from './toCurrentUser.ts';

/** Origin of a request, for the log. */
export interface Origin {
  readonly address: string;
  readonly requestId: string;
}

const refused = () => new AppError('REFRESH_REFUSED');

/**
 * Derives the refresh token of an access token: the same in every process, so nothing has to be shared, and
 * impossible to guess without the key.
 */
const refreshTokenFor = (secrets: Secrets, { sessionId, jti }: AccessClaims): Promise<Buffer> =>
  secrets.sign('refresh-token', `${sessionId} ${jti}`);

const hashOf = (token: Buffer): Buffer => createHash('sha256').update(token).digest();

const refreshKeyOf = (claims: AccessClaims): RefreshKey => ({
  companyId: companyOf(claims.userId),
  sessionId: claims.sessionId,
  accessJti: claims.jti,
});

async function getClaims(deps: AppDeps, accessToken: string): Promise<AccessClaims> {
  const claims = await readAccessToken(deps.secrets, accessToken);
  if (claims === undefined) throw refused();
  return claims;
}

/**
 * First step. An expired access token of an active session is accepted. Within the grace period (several
 * tabs) it returns the same refresh token; later it only refuses (D-SESS-04).
 */
export async function requestRefresh(deps: AppDeps, accessToken: string): Promise<string> {
  const { clock, config, database, secrets } = deps;
  const claims = await getClaims(deps, accessToken);
  const key = refreshKeyOf(claims);
  const token = await refreshTokenFor(secrets, claims);
  const refresh = await inTransaction(database, {}, async (db) => {
    if ((await findActiveSession(db, clock, claims)) === undefined) throw refused();
    await insertRefresh(db, clock, { ...key, tokenHash: hashOf(token) });
    return await findRefresh(db, clock, key);
  });
  const ageS = refresh?.sinceUsedS ?? refresh?.sinceCreatedS ?? Infinity;
  if (ageS > config.session.refreshGraceS) throw refused();
  return token.toString('base64url');
}

type Exchange =
  | { readonly outcome: 'accepted'; readonly session: ActiveSession; readonly refresh: Refresh }
  | { readonly outcome: 'refused' };

/**
 * Second step. The refresh token works once. Within the grace period the same pair gets the same access
 * token; later it counts as stolen: the whole session ends and the log says TOKEN_REUSE.
 */
export async function exchangeRefresh(
  deps: AppDeps,
  tokens: { readonly accessToken: string; readonly refreshToken: string },
  origin: Origin,
): Promise<CurrentUser> {
  const claims = await getClaims(deps, tokens.accessToken);
  const expected = await refreshTokenFor(deps.secrets, claims);
  const given = Buffer.from(tokens.refreshToken, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused();
  // The refusal follows the transaction, so that the end of a stolen session is committed.
  const exchange = await exchangeOnce(deps, claims, { tokenHash: hashOf(expected), origin });
  if (exchange.outcome === 'refused') {
    deps.sessions.clear();
    throw refused();
  }
  const { session, refresh } = exchange;
  const issuedAt = refresh.usedAt;
  if (issuedAt === null || refresh.newJti === null)
    throw new Error('a used refresh has its moment and its jti');
  const token = await signAccessToken(deps.secrets, {
    userId: claims.userId,
    sessionId: claims.sessionId,
    jti: refresh.newJti,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + deps.config.session.accessTokenS * 1_000),
  });
  return toCurrentUser(session, token);
}

async function exchangeOnce(
  { clock, config, database }: AppDeps,
  claims: AccessClaims,
  { tokenHash, origin }: { readonly tokenHash: Buffer; readonly origin: Origin },
): Promise<Exchange> {
  const { sessionS, longestSessionS, refreshTokenS, refreshGraceS } = config.session;
  const key = refreshKeyOf(claims);
  return await inTransaction(database, {}, async (db): Promise<Exchange> => {
    const living = await findActiveSession(db, clock, claims);
    if (living === undefined) return { outcome: 'refused' };
    const isFirst = await consumeRefresh(db, clock, {
      ...key,
      tokenHash,
      lifetimeS: refreshTokenS,
      newJti: randomUUID(),
    });
    if (isFirst)
      await extendSession(db, clock, {
        ...key,
        userId: claims.userId,
        lifetimeS: sessionS,
        longestS: longestSessionS,
      });
    const refresh = await findRefresh(db, clock, key);
    if (refresh?.sinceUsedS == null) return { outcome: 'refused' };
    if (refresh.sinceUsedS > refreshGraceS) {
      await endSession(db, clock, { ...key, reason: 'token-reuse' });
      await audit(db, {
        actor: { ...living, kind: 'user', sessionId: claims.sessionId, address: origin.address },
        action: 'TOKEN_REUSE',
        entity: 'user',
        entityId: claims.userId,
        entityName: living.userName,
        result: 'refused',
        requestId: origin.requestId,
      });
      return { outcome: 'refused' };
    }
    const session = await findActiveSession(db, clock, claims);
    return session === undefined ? { outcome: 'refused' } : { outcome: 'accepted', session, refresh };
  });
}
