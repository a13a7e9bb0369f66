import type { Language } from '@pgis/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor, AnonymousActor, UserActor } from '../../access/Actor.ts';
import { type AccessClaims, readAccessToken } from '../../access/accessToken.ts';
import { type ActiveSession, findActiveSession, toUserActor } from '../../access/findActiveSession.ts';
import { readReportIds } from '../../access/openedReports.ts';
import type { Secrets } from '../../access/Secrets.ts';
import type { SessionCache } from '../../access/SessionCache.ts';
import { readVisitor } from '../../access/visitorCookie.ts';
import type { Database } from '../../db/openDatabase.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Clock } from '../../runtime/Clock.ts';
import { languageOf } from '../language.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of the contract before the handler runs. */
    actor: Actor;
    /** Language of the answer's texts, from `Accept-Language`. */
    language: Language;
  }
}

/**
 * Returns undefined without an Authorization header; a header that is no bearer counts as an invalid token.
 */
function findBearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  return /^Bearer ([^\s]+)$/i.exec(header)?.[1] ?? '';
}

/** Both expiry times are judged by the database's clock; a cached session may have expired since. */
const isCurrent = (session: ActiveSession, claims: AccessClaims): boolean =>
  session.userId === claims.userId && session.expiresAt > session.now && claims.expiresAt > session.now;

interface ActorSources {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly sessions: SessionCache;
}

/**
 * Resolves the actor of a request and applies the policy of the call. Rights on a single thing are checked by
 * its use case.
 */
export function resolveActors(app: FastifyInstance, deps: ActorSources): void {
  const nobody: AnonymousActor = { kind: 'anonymous', visitorId: undefined, address: '' };

  const toAnonymous = async (request: FastifyRequest): Promise<AnonymousActor> => ({
    kind: 'anonymous',
    visitorId: await readVisitor(deps.secrets, request),
    reportIds: await readReportIds(deps.secrets, request),
    address: request.ip,
  });

  const toUser = async (token: string, address: string): Promise<UserActor> => {
    const claims = await readAccessToken(deps.secrets, token);
    if (claims === undefined) throw new AppError('SESSION_ENDED');
    const session = await deps.sessions.get(claims.sessionId, () =>
      findActiveSession(deps.database.db, deps.clock, claims),
    );
    if (session === undefined || !isCurrent(session, claims)) throw new AppError('SESSION_ENDED');
    return toUserActor(session, address);
  };

  app.decorateRequest('actor', null as never);
  app.decorateRequest('language', 'en');
  app.addHook('onRequest', async (request) => {
    request.language = languageOf(request.headers['accept-language']);
    request.actor = nobody;
    const audience = request.routeOptions.config.call?.policy.audience;
    if (audience === undefined) return;
    const bearer = audience === 'ignoresSession' ? undefined : findBearer(request);
    if (bearer === undefined) {
      if (audience === 'signedIn' || audience === 'firstLoginToo') throw new AppError('NOT_SIGNED_IN');
      request.actor = await toAnonymous(request);
      return;
    }
    const user = await toUser(bearer, request.ip);
    if (user.firstLogin && audience !== 'firstLoginToo') throw new AppError('FIRST_LOGIN');
    request.actor = user;
  });
}
