import type { CurrentUser } from '@pgis/contract';
import { readStored, writeStored } from '../storage/index.ts';
import type { Answer, Interceptor } from './exchange.ts';
import { endSession, refreshSession } from './refreshSession.ts';
import { visitRoot } from './rootVisit.ts';

const cachedOutcomes = 20;
/** Refreshes by access token: a token is never refreshed twice, the earlier result is reused (SESS-09). */
const outcomes = new Map<string, Promise<CurrentUser | null>>();

/** HTTP-05: the promise of a dropped request never settles. */
const dropped = (): Promise<never> => new Promise(() => {});

/** HTTP-02 to HTTP-06. */
export const reauthenticateOn401: Interceptor = async (outgoing, next) => {
  const answer = await next(outgoing);
  if (answer.status !== 401 || outgoing.url.endsWith('token/dispose')) return answer;
  const user = await userAfter401(answer);
  if (user === null) return dropped();
  const repeated = await next(outgoing);
  if (repeated.status !== 401) return repeated;
  // The server refuses the new token as well: the session is over.
  await giveUp(user.token);
  return dropped();
};

/** The signed-in user with whose token the request can be repeated, or null when there is none any more. */
async function userAfter401({ sentToken }: Answer): Promise<CurrentUser | null> {
  const stored = readStored('currentUser');
  if (stored === null) {
    // A token that is no longer stored means that the user has signed out, here or in another tab; the sign-out has already changed the page.
    if (sentToken === null) visitRoot();
    return null;
  }
  // Another tab or another request may already have refreshed the token.
  return stored.token === sentToken ? reauthenticate(stored.token) : stored;
}

function reauthenticate(accessToken: string): Promise<CurrentUser | null> {
  const earlier = outcomes.get(accessToken);
  if (earlier !== undefined) return earlier;
  const outcome = refreshOrGiveUp(accessToken);
  outcomes.set(accessToken, outcome);
  if (outcomes.size > cachedOutcomes) outcomes.delete(outcomes.keys().next().value ?? '');
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

/** HTTP-05. If another tab has ended the session, its sign-out has already changed the page. */
async function giveUp(accessToken: string): Promise<void> {
  if (await endSession(accessToken)) visitRoot();
}
