import {
  type Call,
  type CurrentUser,
  disposeToken,
  exchangeRefreshToken,
  requestRefreshToken,
} from '@pgis/contract';
import { readStored, removeStored } from '../storage/index.ts';
import { toApiError } from './ApiError.ts';
import { exchangeByFetch, through } from './exchange.ts';
import { addAuthorization, countPending } from './interceptors.ts';
import { toOutgoing } from './outgoing.ts';

/** Calls of the session bypass the 401 flow, so that it never waits for itself (D-SESS-11). */
const send = through([countPending, addAuthorization], exchangeByFetch);
const signOutWaitMs = 5_000;

async function post(call: Call, body: unknown, signal?: AbortSignal): Promise<unknown> {
  const answer = await send(toOutgoing(call, { body }, signal === undefined ? {} : { signal }));
  if (answer.status < 200 || answer.status > 299) {
    throw toApiError(answer.status, answer.body, answer.headers);
  }
  return (answer.body as { readonly data?: unknown } | undefined)?.data;
}

/** SESS-07, SESS-08: two steps; null when the server hands out nothing. Throws when it refuses. */
export async function refreshSession(accessToken: string): Promise<CurrentUser | null> {
  const first = (await post(requestRefreshToken, { accessToken })) as { refreshToken?: string } | undefined;
  if (!first?.refreshToken) return null;
  const { refreshToken } = first;
  const user = (await post(exchangeRefreshToken, { accessToken, refreshToken })) as CurrentUser | undefined;
  return user?.token ? user : null;
}

/**
 * Signs out here and, if it can be reached, on the server (SESS-02, HTTP-06).
 * False when the user of this token was not stored any more.
 */
export async function endSession(accessToken: string): Promise<boolean> {
  try {
    await post(disposeToken, { accessToken }, AbortSignal.timeout(signOutWaitMs));
  } catch (cause) {
    console.warn('Signing out was not confirmed by the server', cause);
  }
  if (readStored('currentUser')?.token !== accessToken) return false;
  removeStored('currentUser');
  return true;
}
