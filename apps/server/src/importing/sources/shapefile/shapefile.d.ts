declare module 'shapefile' {
  import type { Readable } from 'node:stream';
  /** Reads the geometries of a .shp file one by one; null for a row without (`shapefile` 0.6). */
  export function openShp(
    shp: Readable,
  ): Promise<{ read(): Promise<{ done: true } | { done: false; value: unknown }> }>;
}
