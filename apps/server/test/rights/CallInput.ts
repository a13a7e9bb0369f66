/** Input of a call: parameters, query, body and headers. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly body?: object | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}
