import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { parseStoredLine, type StoredRow } from './storedRow.ts';

/** Length of a row that can be corrected in the browser: one with a larger shape is corrected in the file. */
const MAX_ROW_CHARS = 1_000_000;
/** Length of all rows that are corrected at once. */
const MAX_CORRECTED_CHARS = 10_000_000;

/** Reads the rows whose numbers are wanted, in the order of the file. */
export async function* readStoredRows(
  input: Readable,
  isWanted: (rowNumber: number) => boolean,
  { maxRowChars = Number.POSITIVE_INFINITY, maxChars = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<StoredRow> {
  let chars = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const rowNumber = Number(line.slice(0, line.indexOf(' ')));
      if (!isWanted(rowNumber) || line.length > maxRowChars) continue;
      chars += line.length;
      if (chars > maxChars) return;
      yield parseStoredLine(line);
    }
  } finally {
    input.destroy();
  }
}

/** Reads only as much as a reader corrects by hand. */
export const readCorrectable = (input: Readable, isWanted: (rowNumber: number) => boolean) =>
  readStoredRows(input, isWanted, { maxRowChars: MAX_ROW_CHARS, maxChars: MAX_CORRECTED_CHARS });
