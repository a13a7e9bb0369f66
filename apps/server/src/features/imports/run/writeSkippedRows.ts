import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportSettings } from '@pgis/contract';
import type { GivenFile } from '../../../importing/files/SourceFile.ts';
import type { SourceOptions } from '../../../importing/sources/SourceOptions.ts';
import { extractRowsInProcess } from '../../../importing/worker/runReader.ts';
import { addPendingBlobs } from '../../../storage/pendingBlobs.ts';
import type { Run } from './writeRows.ts';

interface SkippedFile {
  readonly files: readonly GivenFile[];
  readonly options: SourceOptions;
  readonly settings: ImportSettings;
  /** Definition that the file has, or a code. */
  readonly crs: string | undefined;
  readonly rowNumbers: readonly number[];
}

/**
 * Stores the skipped rows as they are in the file, to be corrected and imported once more. Returns the key of the pending blob,
 * and null without such rows.
 */
export async function writeSkippedRows(
  { deps, context, row }: Omit<Run, 'job'>,
  { files, options, settings, crs, rowNumbers }: SkippedFile,
): Promise<string | null> {
  if (rowNumbers.length === 0) return null;
  await using folder = await deps.storage.tempStore.open();
  const path = folder.newPath();
  const lines = extractRowsInProcess(
    {
      ...{ files, options, crs, isSwapped: settings.isSwapped ?? false },
      rowNumbers,
      names: row.inspection?.fields.map(({ name }) => name) ?? [],
    },
    { signal: context.signal },
  );
  await pipeline(
    Readable.from(lines, { objectMode: false }),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  const key = randomBytes(16).toString('hex');
  await addPendingBlobs(deps.database.db, [key]);
  await deps.storage.blobs.put(key, path);
  return key;
}
