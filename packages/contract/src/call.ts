import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { Right } from './rights.ts';

/**
 * Callers that reach the service:
 * - `anyone`: with or without a session (an invalid token is still 401);
 * - `ignoresSession`: the Authorization header is not read (D-SESS-10);
 * - `signedIn`: an active session of a user who has set their own password;
 * - `firstLoginToo`: an active session, also before the first password change (D-USER-07).
 */
export type Audience = 'anyone' | 'ignoresSession' | 'signedIn' | 'firstLoginToo';

/** Access is denied by default: a route without a policy does not start. */
export interface Policy {
  readonly audience: Audience;
  /** Row of the rights table that the service checks for the unit owning the resource, if any. */
  readonly right?: Right;
}

export interface Call {
  /** Unique name; also the `operationId` in OpenAPI. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** URL path with `:name` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly policy: Policy;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly headers?: TSchema;
  readonly body?: TSchema;
  /** Largest body in bytes; `limits.bodyBytes.other` when missing. */
  readonly bodyBytes?: number;
  /** Calls per minute from one address (/64); unlimited when missing. */
  readonly perMinute?: number;
  /** The body is a multipart form instead of JSON; the service reads it as a stream. */
  readonly isMultipart?: boolean;
  /** The body is a stream of bytes (`application/offset+octet-stream`), which the service writes to a file. */
  readonly isBytes?: boolean;
  /** The body is a form of any kind, which the service does not read. */
  readonly ignoresForm?: boolean;
  /**
   * Success answer: status and schema. 204 has no schema; `binary` and `stream` answers are not re-serialised.
   */
  readonly reply: {
    readonly status: 200 | 201 | 204;
    readonly schema?: TSchema;
    readonly as?: 'stream' | 'binary';
  };
  /** Codes this call can answer besides those every call can. */
  readonly errors?: readonly ErrorCode[];
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;

/**
 * Types of the parts of a call, inferred once where the call is defined, so that `ReplyOf<C>` in generic code is a
 * look-up. Without that, and without `in out`, the type checker compares schemas of any shape for half a minute.
 */
interface CallTypes<in out C extends Call> {
  readonly params: StaticOr<C['params'], undefined>;
  readonly query: StaticOr<C['query'], undefined>;
  readonly headers: StaticOr<C['headers'], undefined>;
  readonly body: StaticOr<C['body'], undefined>;
  readonly reply: C['reply'] extends { readonly as: 'binary' }
    ? Blob
    : StaticOr<C['reply']['schema'], undefined>;
}

/** Exists for the type checker alone: no call has this property. */
declare const types: unique symbol;
interface Typed<T> {
  readonly [types]?: T;
}

type TypesOf<C> = C extends Typed<infer T> ? T : unknown;
/** A part of a `Call` that is not known more precisely is `unknown`. */
type Part<T, K extends keyof CallTypes<Call>> = unknown extends T
  ? unknown
  : T extends Readonly<Record<K, infer P>>
    ? P
    : never;

export type ParamsOf<C extends Call> = Part<TypesOf<C>, 'params'>;
export type QueryOf<C extends Call> = Part<TypesOf<C>, 'query'>;
export type HeadersOf<C extends Call> = Part<TypesOf<C>, 'headers'>;
export type BodyOf<C extends Call> = Part<TypesOf<C>, 'body'>;
export type ReplyOf<C extends Call> = Part<TypesOf<C>, 'reply'>;

/** Keeps the literal types of a call and checks its shape. */
export const defineCall = <const C extends Call>(call: C): C & Typed<CallTypes<C>> => call;

/**
 * Returns the path of a call with its `:name` parameters filled in (percent-encoded). Throws when one is missing.
 */
export function callPath(call: Call, params: Readonly<Record<string, string | number>> = {}): string {
  return call.path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${call.name}: the path parameter ${name} is missing`);
    return encodeURIComponent(String(value));
  });
}
