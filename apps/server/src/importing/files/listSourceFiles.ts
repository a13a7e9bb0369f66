import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { SourceError } from '../SourceError.ts';
import type { GivenFile, SourceFile } from './SourceFile.ts';
import { listZipFiles } from './zipFiles.ts';

/** Archives by the ending of their names. An XLSX file is one, too, but its reader opens it. */
const isArchive = (name: string): boolean => /\.(zip|kmz)$/i.test(name);

/**
 * Lists the files of an import: those that were given, or the entries of an archive that was given alone.
 *
 * @throws Error when a file is missing or an archive is damaged or too large.
 */
export async function listSourceFiles(given: readonly GivenFile[]): Promise<SourceFile[]> {
  const [first, ...others] = given;
  if (first !== undefined && others.length === 0 && isArchive(first.name))
    return await listZipFiles(first.path);
  return await Promise.all(given.map(toDiskFile));
}

async function toDiskFile({ name, path }: GivenFile): Promise<SourceFile> {
  const { size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new SourceError('DAMAGED', `${name}: there is no such file.`) : error;
  });
  return { name, size, path, open: async () => createReadStream(path, { highWaterMark: 1 << 18 }) };
}
