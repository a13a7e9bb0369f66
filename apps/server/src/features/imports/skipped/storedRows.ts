import { createInterface } from 'node:readline';
import type { ExtractedRow } from '../../../importing/worker/readerProtocol.ts';
import type { BlobStore } from '../../../storage/BlobStore.ts';

export type Cell = string | number | boolean | null;

/** Skipped row as it is in the file, with its geometry as WKT in degrees; empty where it has none. */
export interface StoredRow {
  readonly rowNumber: number;
  /** In the order of the fields of the file. */
  readonly values: readonly Cell[];
  readonly wkt: string;
}

const toCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Writes a line for each row: its number, a space and the JSON text of the rest. */
export async function* toStoredLines(
  rows: AsyncIterable<ExtractedRow>,
  names: readonly string[],
): AsyncGenerator<string> {
  for await (const { rowNumber, properties, wkt } of rows) {
    const values = names.map((name) => toCell(properties[name]));
    // readline ends a line at these two as well.
    const text = JSON.stringify([values, wkt])
      .replaceAll('\u2028', '\\u2028')
      .replaceAll('\u2029', '\\u2029');
    yield `${rowNumber} ${text}\n`;
  }
}

/** Reads the rows whose numbers are wanted, in the order of the file; none when the blob is gone. */
export async function* readStoredRows(
  blobs: BlobStore,
  key: string,
  { isWanted, maxChars }: { readonly isWanted: (rowNumber: number) => boolean; readonly maxChars: number },
): AsyncGenerator<StoredRow> {
  const input = await blobs.find(key);
  if (input === undefined) return;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const end = line.indexOf(' ');
      const rowNumber = Number(line.slice(0, end));
      if (!isWanted(rowNumber) || line.length > maxChars) continue;
      const [values, wkt] = JSON.parse(line.slice(end + 1)) as [Cell[], string];
      yield { rowNumber, values, wkt };
    }
  } finally {
    input.destroy();
  }
}
