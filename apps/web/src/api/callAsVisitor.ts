import type { Call, ReplyOf } from '@pgis/contract';
import { toApiError } from './ApiError.ts';
import { trackConnection } from './connection.ts';
import { exchangeByFetch, through } from './exchange.ts';
import { countPending } from './interceptors.ts';
import { type CallParts, toOutgoing } from './outgoing.ts';

const send = through([countPending, trackConnection], exchangeByFetch);

/**
 * Makes a call without a token, in the browser of a user as well: the cookie of a visitor counts. Throws like `callApi`, also
 * with 401, which changes no page.
 */
export async function callAsVisitor<const C extends Call>(
  call: C,
  parts: CallParts<C> & { readonly signal?: AbortSignal | undefined },
): Promise<ReplyOf<C>> {
  const { signal } = parts;
  const { status, body, headers } = await send(toOutgoing(call, parts, signal ? { signal } : {}));
  if (status < 200 || status > 299) throw toApiError(status, body, headers);
  return body as ReplyOf<C>;
}
