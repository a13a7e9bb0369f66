import type { Call, ReplyOf } from '@pgis/contract';
import { toApiError } from './ApiError.ts';
import { through } from './exchange.ts';
import { exchangeByXhr, type OnProgress } from './exchangeByXhr.ts';
import { addAuthorization } from './interceptors.ts';
import { toOutgoing } from './outgoing.ts';
import { reauthenticateOn401 } from './reauthenticateOn401.ts';

export interface UploadOptions {
  readonly form: FormData;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal;
  /** Sends no token: the cookie of a reporter counts, also in the browser of a user. */
  readonly asVisitor?: boolean;
}

/** Sends a form with its own progress, so that it does not count as pending (D-UI-03). Throws like `callApi`. */
export async function uploadForm<const C extends Call>(
  call: C,
  { form, onProgress, signal, asVisitor = false }: UploadOptions,
): Promise<ReplyOf<C>> {
  const session = asVisitor ? [] : [reauthenticateOn401, addAuthorization];
  const send = through(session, exchangeByXhr(onProgress));
  const { status, body, headers } = await send(
    toOutgoing(call, { body: form }, { signal, background: true }),
  );
  if (status < 200 || status > 299) throw toApiError(status, body, headers);
  return body as ReplyOf<C>;
}
