export type CheckResult = {
  /** What was looked at, in a few words: `312 modules`. */
  readonly summary: string;
  /** One text each, empty when all is well. */
  readonly problems: readonly string[];
};

export type Check = { readonly name: string; readonly run: () => Promise<CheckResult> };
