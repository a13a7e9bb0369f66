import { Readable } from 'node:stream';
import type { ImportId, Language, SkipReason } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { AppError } from '../../../errors/AppError.ts';
import { toCsv } from '../../../http/toCsv.ts';
import { baseNameOf } from '../../../importing/files/SourceFile.ts';
import { readStoredRows } from '../../../importing/skipped/readStoredRows.ts';
import type { BlobStore } from '../../../storage/BlobStore.ts';
import { getOwnImport } from '../importRows.ts';
import { reasonTexts, skippedHeader } from './reasonTexts.ts';

export interface SkippedRequest {
  readonly actor: UserActor;
  readonly id: ImportId;
  readonly content: 'reasons' | 'rows';
  readonly language: Language;
}

/** Opens the list of skipped rows with their reasons, or the file of these rows to fix. */
export async function openSkipped(
  { database: { db }, storage }: AppDeps,
  { actor, id, content, language }: SkippedRequest,
): Promise<{ readonly name: string; readonly bytes: Readable }> {
  const { skipped, rows_key: key, files, inspection } = await getOwnImport(db, actor, id);
  const base = baseNameOf(files[0]?.name ?? 'import');
  if (content === 'reasons') {
    if (skipped === null) throw new AppError('NOT_FOUND');
    return { name: `${base}_skipped.csv`, bytes: Readable.from([toReasons(skipped, language)]) };
  }
  if (key === null || skipped === null || inspection === null) throw new AppError('NOT_FOUND');
  const names = inspection.fields.map((field) => field.name);
  const chunks = toRowsCsv(storage.blobs, key, { skipped, names, language });
  return { name: `${base}_to_fix.csv`, bytes: Readable.from(chunks) };
}

interface RowsFile {
  readonly skipped: readonly (readonly [number, SkipReason])[];
  readonly names: readonly string[];
  readonly language: Language;
}

/** The column of geometries has a name by which an import recognises it. */
async function* toRowsCsv(blobs: BlobStore, key: string, { skipped, names, language }: RowsFile) {
  const numbers = new Set(skipped.map(([rowNumber]) => rowNumber));
  yield toCsv([[...names, 'wkt']], language);
  const input = await blobs.find(key);
  if (input === undefined) return;
  for await (const { values, wkt } of readStoredRows(input, (rowNumber) => numbers.has(rowNumber)))
    yield toCsv([[...values, wkt]], language, { isFirst: false });
}

const toReasons = (skipped: readonly (readonly [number, SkipReason])[], language: Language): Buffer =>
  toCsv(
    [skippedHeader[language], ...skipped.map(([row, reason]) => [row, reasonTexts[language][reason]])],
    language,
  );
