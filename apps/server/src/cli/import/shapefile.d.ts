declare module 'shapefile' {
  import type { Readable } from 'node:stream';
  /** Of `shapefile` 0.6: reads features one by one; `dbf` may be absent. */
  export function open(
    shp: Readable,
    dbf: Readable | undefined,
    options: { encoding: string },
  ): Promise<{ read(): Promise<{ done: true } | { done: false; value: unknown }> }>;
}
