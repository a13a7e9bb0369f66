export type GeneratedFile = {
  /** Path from the root of the repository. */
  readonly path: string;
  /** Returns the whole text of the file, the same at every run. */
  readonly make: () => Promise<string>;
};
