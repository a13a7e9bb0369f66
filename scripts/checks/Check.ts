export type CheckResult = {
  /** Scope of the check, in a few words: `312 modules`. */
  readonly summary: string;
  /** One text per problem. */
  readonly problems: readonly string[];
};

export type Check = { readonly name: string; readonly run: () => Promise<CheckResult> };
