import {
  type BodyOf,
  type Call,
  callPath,
  type HeadersOf,
  type ParamsOf,
  type QueryOf,
} from '@pgis/contract';
import type { Outgoing } from './exchange.ts';
import { getApiLanguage } from './language.ts';

/** A part that the call does not declare must be missing; a part whose members are all optional may be missing. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : undefined extends Value
    ? { readonly [N in Name]?: Value }
    : Record<never, never> extends Value
      ? { readonly [N in Name]?: Value }
      : { readonly [N in Name]: Value };

export type CallParts<C extends Call> = Part<'params', ParamsOf<C>> &
  Part<'query', QueryOf<C>> &
  Part<'headers', HeadersOf<C>> &
  Part<'body', BodyOf<C>>;

type Values = Readonly<Record<string, unknown>>;

/** `CallParts` of any call. */
interface AnyCallParts {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
}

function queryText(query: Values): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.append(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}

/** The address of a call, for image sources. */
export function apiUrl<C extends Call>(call: C, parts: Pick<CallParts<C>, 'params' | 'query'>): string;
export function apiUrl(call: Call, { params, query }: AnyCallParts): string {
  return (
    callPath(call, (params ?? {}) as Record<string, string | number>) + queryText((query ?? {}) as Values)
  );
}

function givenHeaders(headers: Values): Record<string, string> {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

export function toOutgoing(
  call: Call,
  parts: AnyCallParts,
  { signal, background = false }: { readonly signal?: AbortSignal; readonly background?: boolean },
): Outgoing {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': getApiLanguage(),
    ...givenHeaders((parts.headers ?? {}) as Values),
  };
  const { body } = parts;
  const isForm = body instanceof FormData;
  const hasJson = body !== undefined && body !== null && !isForm;
  if (hasJson) headers['Content-Type'] = 'application/json';
  return {
    method: call.method,
    url: apiUrl(call, parts),
    headers,
    body: isForm ? body : hasJson ? JSON.stringify(body) : undefined,
    signal,
    background,
    responseType: call.reply.as === 'binary' ? 'blob' : 'json',
  };
}
