import type { CurrentUser } from '@pgis/contract';
import { readStored, writeStored } from '../storage/index.ts';
import type { Answer, Interceptor } from './exchange.ts';
import { endSession, refreshSession } from './refreshSession.ts';
import { visitRoot } from './rootVisit.ts';

const keptOutcomes = 20;
/** By access token: it is never refreshed twice, the earlier result is reused (SESS-09). */
const outcomes = new Map<string, Promise<CurrentUser | null>>();

/** HTTP-05: the caller of a dropped request hears nothing more. */
const dropped = (): Promise<never> => new Promise(() => {});

/** HTTP-02 to HTTP-06. */
export const reauthenticateOn401: Interceptor = async (outgoing, next) => {
  const answer = await next(outgoing);
  if (answer.status !== 401 || outgoing.url.endsWith('token/dispose')) return answer;
  const user = await userAfter401(answer);
  if (user === null) return dropped();
  const repeated = await next(outgoing);
  if (repeated.status !== 401) return repeated;
  // A new token is refused as well: this session is over.
  await giveUp(user.token);
  return dropped();
};

/** The signed-in user with whose token the request can be repeated, or null when there is none any more. */
async function userAfter401({ sentToken }: Answer): Promise<CurrentUser | null> {
  const stored = readStored('currentUser');
  if (stored === null) {
    // Who had a token and has none any more signed out meanwhile, here or in another tab: that decides about the page.
    if (sentToken === null) visitRoot(true);
    return null;
  }
  // Another tab or another request may have been faster.
  return stored.token === sentToken ? reauthenticate(stored.token) : stored;
}

function reauthenticate(accessToken: string): Promise<CurrentUser | null> {
  const earlier = outcomes.get(accessToken);
  if (earlier !== undefined) return earlier;
  const outcome = refreshOrGiveUp(accessToken);
  outcomes.set(accessToken, outcome);
  if (outcomes.size > keptOutcomes) outcomes.delete(outcomes.keys().next().value ?? '');
  return outcome;
}

async function refreshOrGiveUp(accessToken: string): Promise<CurrentUser | null> {
  const fresh = await refreshSession(accessToken).catch((cause: unknown) => {
    console.warn('The session could not be renewed', cause);
    return null;
  });
  const stored = readStored('currentUser');
  if (stored === null) return null;
  if (stored.token !== accessToken) return stored;
  if (fresh !== null) {
    writeStored('currentUser', fresh);
    return fresh;
  }
  await giveUp(accessToken);
  return null;
}

/** HTTP-05. Not when another tab ended the session in the meantime: the sign-out takes this page where it belongs. */
async function giveUp(accessToken: string): Promise<void> {
  if (await endSession(accessToken)) visitRoot(false);
}
