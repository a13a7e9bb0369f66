declare module 'shapefile' {
  import type { Readable } from 'node:stream';
  /** Reads features one by one (`shapefile` 0.6); `dbf` may be absent. */
  export function open(
    shp: Readable,
    dbf: Readable | undefined,
    options: { encoding: string },
  ): Promise<{ read(): Promise<{ done: true } | { done: false; value: unknown }> }>;
}
