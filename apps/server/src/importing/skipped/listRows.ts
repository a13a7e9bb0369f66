import { createReadStream } from 'node:fs';
import { limits } from '@pgis/contract/plain';
import { type Geometry, mapPositions, parseWkt, toMercator } from '@pgis/geo';
import { simplify } from '../inspect/inspectSource.ts';
import { readCorrectable } from './readStoredRows.ts';
import type { Cell } from './storedRow.ts';

/** Skipped row as the screen shows it. */
export interface ListedRow {
  readonly rowNumber: number;
  /** In the order of the fields of the file. */
  readonly values: readonly (string | null)[];
  /** In EPSG:3857, with fewer corners. */
  readonly shape: Geometry | null;
}

/** Yields the first of the wanted rows in the file of skipped rows. */
export async function* listRows(path: string, rowNumbers: readonly number[]): AsyncGenerator<ListedRow> {
  const wanted = new Set(rowNumbers);
  let count = 0;
  for await (const { rowNumber, values, wkt } of readCorrectable(createReadStream(path), (one) =>
    wanted.has(one),
  )) {
    yield { rowNumber, values: values.map(toText), shape: toShape(wkt) };
    if (++count === limits.import.fixedRows) return;
  }
}

const toText = (value: Cell): string | null => (value === null ? null : String(value));

function toShape(wkt: string): Geometry | null {
  const parsed = parseWkt(wkt);
  return parsed.ok ? mapPositions(simplify(parsed.geometry), toMercator) : null;
}
