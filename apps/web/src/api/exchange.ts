import { ApiError } from './ApiError.ts';

/** A request that has not been sent yet. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodyInit | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Not counted as pending (D-UI-03): autocomplete, hover, thumbnails, uploads with their own progress. */
  readonly background: boolean;
  readonly responseType: 'json' | 'blob';
}

/** An answer with its whole body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** The access token the request carried, if any. */
  readonly sentToken: string | null;
}

export type Exchange = (outgoing: Outgoing) => Promise<Answer>;
export type Interceptor = (outgoing: Outgoing, next: Exchange) => Promise<Answer>;

/** Chains interceptors around the exchange; the first one is the outermost. */
export const through = (interceptors: readonly Interceptor[], exchange: Exchange): Exchange =>
  interceptors.reduceRight<Exchange>((next, intercept) => (outgoing) => intercept(outgoing, next), exchange);

async function readBody(response: Response, responseType: Outgoing['responseType']): Promise<unknown> {
  if (response.ok && responseType === 'blob') return response.blob();
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    // An error page of a proxy is judged by its status; a success without JSON is an error.
    if (!response.ok) return undefined;
    throw new ApiError({ code: 'INTERNAL', status: response.status }, { cause });
  }
}

export async function exchangeByFetch({
  method,
  url,
  headers,
  body,
  signal,
  responseType,
}: Outgoing): Promise<Answer> {
  try {
    const response = await fetch(url, { method, headers, body: body ?? null, signal: signal ?? null });
    const answer = await readBody(response, responseType);
    return { status: response.status, headers: response.headers, body: answer, sentToken: null };
  } catch (cause) {
    if (signal?.aborted === true || cause instanceof ApiError) throw cause;
    throw new ApiError({ code: 'NO_CONNECTION', status: 0 }, { cause });
  }
}
