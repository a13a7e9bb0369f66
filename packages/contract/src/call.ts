import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { Right } from './rights.ts';

/**
 * Who may come as far as the service:
 * - `anyone`: with or without a session (a bad token is still 401);
 * - `ignoresSession`: the Authorization header is not read (D-SESS-10);
 * - `signedIn`: a living session whose user has set a password of his own;
 * - `firstLoginToo`: a living session, also before the first password change (D-USER-07).
 */
export type Audience = 'anyone' | 'ignoresSession' | 'signedIn' | 'firstLoginToo';

/** Deny by default: a route without a policy does not start. */
export interface Policy {
  readonly audience: Audience;
  /** The row of the rights table that the service asks for the thing's owning unit, if any. */
  readonly right?: Right;
}

export interface Call {
  /** Unique name; OpenAPI's operationId. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly policy: Policy;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly headers?: TSchema;
  readonly body?: TSchema;
  /** Largest body in bytes; `limits.bodyBytes.other` unless told. */
  readonly bodyBytes?: number;
  /** Calls of one address (/64) in a minute, where that is limited. */
  readonly perMinute?: number;
  /** Takes a multipart form instead of JSON; the service reads it as it comes. */
  readonly isMultipart?: boolean;
  /** Takes a form of any kind and does not look into it. */
  readonly ignoresForm?: boolean;
  /** Success answer: status and schema. No schema for 204; `binary` and `stream` answers are not re-serialised. */
  readonly reply: {
    readonly status: 200 | 201 | 204;
    readonly schema?: TSchema;
    readonly as?: 'stream' | 'binary';
  };
  /** Codes this call can answer besides the general ones. */
  readonly errors?: readonly ErrorCode[];
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;

/**
 * What a call sends and answers, worked out once where the call is defined, so that `ReplyOf<C>` in generic code is a
 * look-up. Worked out there, and without `in out`, the type checker compares schemas of any shape for half a minute.
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

/** Only for the type checker: no call has this property. */
declare const types: unique symbol;
interface Typed<T> {
  readonly [types]?: T;
}

type TypesOf<C> = C extends Typed<infer T> ? T : unknown;
/** Of a `Call` that could be any, a part is unknown. */
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

/** The address of a call with its `:name` parameters filled in (percent-encoded). */
export function callPath(call: Call, params: Readonly<Record<string, string | number>> = {}): string {
  return call.path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${call.name}: the path parameter ${name} is missing`);
    return encodeURIComponent(String(value));
  });
}
