import type { Call, ReplyOf } from '@pgis/contract';
import { toApiError } from './ApiError.ts';
import { trackConnection } from './connection.ts';
import { exchangeByFetch, through } from './exchange.ts';
import { addAuthorization, countPending } from './interceptors.ts';
import { type CallParts, toOutgoing } from './outgoing.ts';
import { reauthenticateOn401 } from './reauthenticateOn401.ts';

type CallOptions<C extends Call> = CallParts<C> & {
  readonly signal?: AbortSignal;
  /** Not counted as pending (D-UI-03). */
  readonly background?: boolean;
};

type CallArguments<C extends Call> =
  Record<never, never> extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>];

const send = through([reauthenticateOn401, countPending, addAuthorization, trackConnection], exchangeByFetch);

/**
 * Makes one call of the contract. Throws an `ApiError`, or what aborting throws.
 * A request that the 401 flow gives up never settles (HTTP-05): the page is on its way to the root.
 */
export async function callApi<const C extends Call>(
  call: C,
  ...[options]: CallArguments<C>
): Promise<ReplyOf<C>> {
  const given = (options ?? {}) as Parameters<typeof toOutgoing>[1] & Parameters<typeof toOutgoing>[2];
  const { status, body, headers } = await send(toOutgoing(call, given, given));
  if (status < 200 || status > 299) throw toApiError(status, body, headers);
  // The answer is of our own server, which is tested against the same schema.
  return body as ReplyOf<C>;
}
