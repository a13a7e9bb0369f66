/** A request, as far as its call does not say it. */
export interface Ask {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly body?: object | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}
