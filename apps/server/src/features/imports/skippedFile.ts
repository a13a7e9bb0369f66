import { Readable } from 'node:stream';
import type { ImportId, Language, SkipReason } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { AppError } from '../../errors/AppError.ts';
import { toCsv } from '../../http/toCsv.ts';
import { baseNameOf } from '../../importing/files/SourceFile.ts';
import { getOwnImport } from './importRows.ts';
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
  const { skipped, rows_key: key, files } = await getOwnImport(db, actor, id);
  const base = baseNameOf(files[0]?.name ?? 'import');
  if (content === 'reasons') {
    if (skipped === null) throw new AppError('NOT_FOUND');
    return { name: `${base}_skipped.csv`, bytes: Readable.from([toReasons(skipped, language)]) };
  }
  const bytes = key === null ? undefined : await storage.blobs.find(key);
  if (bytes === undefined) throw new AppError('NOT_FOUND');
  return { name: `${base}_to_fix.csv`, bytes };
}

const toReasons = (skipped: readonly (readonly [number, SkipReason])[], language: Language): Buffer =>
  toCsv(
    [skippedHeader[language], ...skipped.map(([row, reason]) => [row, reasonTexts[language][reason]])],
    language,
  );
