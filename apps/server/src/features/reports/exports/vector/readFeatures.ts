import { closeSync, openSync, readSync } from 'node:fs';
import type { Geometry } from '@pgis/geo';
import { parseWkb } from './wkb.ts';

export type Value = string | number | boolean | null;

export interface Feature {
  readonly geometry: Geometry;
  /** One for each column of the request. */
  readonly values: readonly Value[];
}

const CHUNK_BYTES = 1024 * 1024;
const NEW_LINE = 0x0a;

/** Yields the lines of a file; one chunk and one line are in memory at a time. Blocks its thread, which is a worker. */
function* readLines(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    let rest = Buffer.alloc(0);
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(file, chunk, 0, CHUNK_BYTES, null);
      if (length === 0) break;
      const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
      let from = 0;
      for (let to = bytes.indexOf(NEW_LINE); to >= 0; to = bytes.indexOf(NEW_LINE, from)) {
        if (to > from) yield bytes.toString('utf8', from, to);
        from = to + 1;
      }
      rest = bytes.subarray(from);
    }
    if (rest.length > 0) yield rest.toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** Yields the rows that `vectorRow` has written, projected. */
export function* readFeatures(
  path: string,
  project: (geometry: Geometry) => Geometry,
): Generator<Feature, void, undefined> {
  for (const line of readLines(path)) {
    const [wkb, ...values] = JSON.parse(line) as [string, ...Value[]];
    yield { geometry: project(parseWkb(Buffer.from(wkb, 'hex'))), values };
  }
}
