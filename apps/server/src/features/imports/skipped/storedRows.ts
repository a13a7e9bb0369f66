import { createInterface } from 'node:readline';
import { parseStoredLine, type StoredRow } from '../../../importing/storedRow.ts';
import type { BlobStore } from '../../../storage/BlobStore.ts';

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
      const rowNumber = Number(line.slice(0, line.indexOf(' ')));
      if (isWanted(rowNumber) && line.length <= maxChars) yield parseStoredLine(line);
    }
  } finally {
    input.destroy();
  }
}
