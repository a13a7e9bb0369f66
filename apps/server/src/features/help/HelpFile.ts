/** A help file as readers see it; `path` is where it comes from and leaves the server never. */
export interface HelpFile {
  readonly name: string;
  readonly path: string;
}
