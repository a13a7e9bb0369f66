import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { CurrentUser } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { companyOf } from '../../db/newId.ts';
import { AppError } from '../../http/AppError.ts';
import { type AccessClaims, readAccessToken, signAccessToken } from '../../plugins/accessToken.ts';
import { findLivingSession, type LivingSession } from '../../plugins/findLivingSession.ts';
import type { Secrets } from '../../plugins/Secrets.ts';
import { audit } from '../log/index.ts';
import {
  endSession,
  findRefresh,
  insertRefresh,
  prolongSession,
  type Refresh,
  type RefreshKey,
  useRefresh,
} from './repository.ts';
import { toCurrentUser } from './toCurrentUser.ts';

/** Where a request came from, for the log. */
export interface Origin {
  readonly address: string;
  readonly requestId: string;
}

const refused = () => new AppError('REFRESH_REFUSED');

/** The same for an access token in every process, and no guess without the key: nothing has to be handed around. */
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
 * First step. An expired access token of a living session will do. Asked again within the grace (several tabs), it
 * gives the same refresh token; later it refuses, and no more (D-SESS-04).
 */
export async function requestRefresh(deps: AppDeps, accessToken: string): Promise<string> {
  const { clock, config, database, secrets } = deps;
  const claims = await getClaims(deps, accessToken);
  const key = refreshKeyOf(claims);
  const token = await refreshTokenFor(secrets, claims);
  const refresh = await inTransaction(database, {}, async (db) => {
    if ((await findLivingSession(db, clock, claims)) === undefined) throw refused();
    await insertRefresh(db, clock, key, hashOf(token));
    return await findRefresh(db, clock, key);
  });
  const ageS = refresh?.sinceUsedS ?? refresh?.sinceCreatedS ?? Infinity;
  if (ageS > config.session.refreshGraceS) throw refused();
  return token.toString('base64url');
}

type Exchange =
  | { readonly outcome: 'accepted'; readonly session: LivingSession; readonly refresh: Refresh }
  | { readonly outcome: 'refused' };

/**
 * Second step. The refresh token works once; the same pair again within the grace gets the same access token, later it
 * is taken for stolen: the whole session ends and the log says TOKEN_REUSE.
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
  // Refusing after the transaction, so that the end of a stolen session is kept.
  const exchange = await exchangeOnce(deps, claims, hashOf(expected), origin);
  if (exchange.outcome === 'refused') {
    deps.sessions.forgetAll();
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
  tokenHash: Buffer,
  origin: Origin,
): Promise<Exchange> {
  const { sessionS, longestSessionS, refreshTokenS, refreshGraceS } = config.session;
  const key = refreshKeyOf(claims);
  return await inTransaction(database, {}, async (db): Promise<Exchange> => {
    const living = await findLivingSession(db, clock, claims);
    if (living === undefined) return { outcome: 'refused' };
    const isFirst = await useRefresh(db, clock, {
      ...key,
      tokenHash,
      lifetimeS: refreshTokenS,
      newJti: randomUUID(),
    });
    if (isFirst)
      await prolongSession(db, clock, {
        ...key,
        userId: claims.userId,
        lifetimeS: sessionS,
        longestS: longestSessionS,
      });
    const refresh = await findRefresh(db, clock, key);
    if (refresh?.sinceUsedS == null) return { outcome: 'refused' };
    if (refresh.sinceUsedS > refreshGraceS) {
      await endSession(db, clock, key, 'token-reuse');
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
    const session = await findLivingSession(db, clock, claims);
    return session === undefined ? { outcome: 'refused' } : { outcome: 'accepted', session, refresh };
  });
}
