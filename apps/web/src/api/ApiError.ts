import type { ErrorBody, ErrorCode, Problem } from '@pgis/contract';

/** Error codes of the contract, and one of the web's own for a request without an answer. */
export type ApiErrorCode = ErrorCode | 'NO_CONNECTION';

interface ApiErrorDetails {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly message?: string | undefined;
  readonly problems?: readonly Problem[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterS?: number | undefined;
  readonly current?: unknown;
}

/** Error of a failed call. `status` is 0 if no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly requestId: string;
  /** Text that the server has sent with the error; undefined if it sent none but the code, or no answer came. */
  readonly serverMessage: string | undefined;
  /** Seconds to wait before the next attempt, if the server has sent them. */
  readonly retryAfterS: number | undefined;
  /** With OBJECT_CHANGED and CLASSIFIER_CHANGED: the current version of the resource (D-OBJ-05). */
  readonly current: unknown;

  constructor(details: ApiErrorDetails, options?: ErrorOptions) {
    // For the console; users read `errorText`.
    super(details.message || details.code, options);
    this.code = details.code;
    this.status = details.status;
    this.serverMessage = details.message === details.code ? undefined : details.message || undefined;
    this.problems = details.problems ?? [];
    this.requestId = details.requestId ?? '';
    this.retryAfterS = details.retryAfterS;
    this.current = details.current;
  }
}

/**
 * Recognises the product's answers by the form of their codes: the list of all codes would make the first page heavier, and
 * a newer server may have others, whose message it sends along.
 */
const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof body.error === 'string' &&
  /^[A-Z][A-Z_]+$/.test(body.error);

/** The code nearest to the status, for an answer that is not from the product, such as a proxy's page. */
function codeOfStatus(status: number): ErrorCode {
  if (status >= 500) return status === 503 ? 'OVERLOADED' : 'INTERNAL';
  if (status === 413) return 'PAYLOAD_TOO_LARGE';
  if (status === 429) return 'TOO_MANY_REQUESTS';
  if (status === 403) return 'FORBIDDEN';
  if (status === 401) return 'NOT_SIGNED_IN';
  return status === 404 ? 'NOT_FOUND' : 'VALIDATION';
}

export function toApiError(status: number, body: unknown, headers: Headers): ApiError {
  const retryAfterS = Number(headers.get('retry-after') ?? Number.NaN);
  const known = { status, retryAfterS: Number.isFinite(retryAfterS) ? retryAfterS : undefined };
  if (!isErrorBody(body)) return new ApiError({ ...known, code: codeOfStatus(status) });
  const { error, message, errors, requestId, current } = body;
  return new ApiError({ ...known, code: error, message, problems: errors, requestId, current });
}
