import type { Readable } from 'node:stream';

/** File of an import, or an entry of its archive. */
export interface SourceFile {
  /** Path in the archive or folder, with `/`. */
  readonly name: string;
  /** Unpacked size in bytes. */
  readonly size: number;
  /** Path on the disk; an entry of an archive has none. */
  readonly path: string | undefined;
  open(): Promise<Readable>;
}

export interface GivenFile {
  readonly name: string;
  readonly path: string;
}

/** Ending of a name in lower case without its dot; `.gz` belongs to it: `geojson.gz`. */
export const endingOf = (name: string): string =>
  /\.([a-z0-9]+(?:\.gz)?)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** Name without folders and ending. */
export const baseNameOf = (name: string): string =>
  (name.split('/').at(-1) ?? name).replace(/\.[a-z0-9]+(\.gz)?$/i, '');

/** Path without its ending, in lower case: the same for the parts of one Shapefile. */
export const stemOf = (name: string): string => name.replace(/\.[a-z0-9]+$/i, '').toLowerCase();
