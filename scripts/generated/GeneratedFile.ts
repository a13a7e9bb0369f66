export type GeneratedFile = {
  /** Path from the root. */
  readonly path: string;
  /** The whole text of the file, the same at every run. */
  readonly make: () => Promise<string>;
};
