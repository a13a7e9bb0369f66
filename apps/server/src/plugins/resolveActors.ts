import type { Language } from '@pgis/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDeps } from '../AppDeps.ts';
import { AppError } from '../http/AppError.ts';
import { languageOf } from '../http/language.ts';
import type { Actor, AnonymousActor, UserActor } from './Actor.ts';
import { type AccessClaims, readAccessToken } from './accessToken.ts';
import { findLivingSession, type LivingSession } from './findLivingSession.ts';
import { readReportIds } from './openedReports.ts';
import { readVisitor } from './visitor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of the contract before anything else of it runs. */
    actor: Actor;
    /** Language of the answer's texts, from `Accept-Language`. */
    language: Language;
  }
}

/** Undefined without an Authorization header; one that is no bearer counts as a bad token. */
function findBearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  return /^Bearer ([^\s]+)$/i.exec(header)?.[1] ?? '';
}

/** Both ends are judged on the database's time; a session from the cache may have run out since. */
const isCurrent = (session: LivingSession, claims: AccessClaims): boolean =>
  session.userId === claims.userId && session.expiresAt > session.now && claims.expiresAt > session.now;

const toUserActor = (session: LivingSession, address: string): UserActor => ({
  kind: 'user',
  userId: session.userId,
  companyId: session.companyId,
  userName: session.userName,
  language: session.language,
  unitLevels: session.unitLevels,
  moduleAdmin: session.moduleAdmin,
  hasCustomReports: session.hasCustomReports,
  firstLogin: session.firstLogin,
  sessionId: session.id,
  address,
});

/** Finds out who asks, and lets in whom the policy of the call names. Rights on a thing are the service's to ask. */
export function resolveActors(app: FastifyInstance, deps: AppDeps): void {
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
      findLivingSession(deps.database.db, deps.clock, claims),
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
