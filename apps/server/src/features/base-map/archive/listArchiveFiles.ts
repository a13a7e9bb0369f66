import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ArchiveProblem, mapArchiveLimits } from '@pgis/contract';
import { toImageName } from './checkArchive.ts';
import { ArchiveError } from './reader/ArchiveError.ts';
import { openArchive } from './reader/openArchive.ts';
import type { ArchiveInfo } from './reader/TileArchive.ts';
import { recognizeSchema } from './schema/recognizeSchema.ts';

/** Archives that administrators may choose from lie in this folder of the data directory. */
export const toArchiveFolder = (dataDir: string): string => join(dataDir, 'basemaps');

export interface FolderArchive {
  readonly file: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly content:
    | { readonly info: ArchiveInfo; readonly schemaName: string }
    | { readonly problem: ArchiveProblem };
}

/** Lists the archives of a folder and what they say of themselves; a folder that is not there is empty. */
export async function listArchiveFiles(folder: string): Promise<FolderArchive[]> {
  const archives: FolderArchive[] = [];
  for (const file of await listArchiveNames(folder)) {
    const path = join(folder, file);
    const sizeBytes = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    archives.push({ file, path, sizeBytes, content: await describe(path) });
  }
  return archives;
}

/** Returns the path of a file of the folder; undefined for any other text, such as a path out of it. */
export async function findArchivePath(folder: string, file: string): Promise<string | undefined> {
  return (await listArchiveNames(folder)).includes(file) ? join(folder, file) : undefined;
}

async function listArchiveNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /\.(pmtiles|mbtiles)$/i.test(name))
    .sort((a, b) => a.localeCompare(b))
    .slice(0, mapArchiveLimits.files);
}

/** Reads the header and the metadata alone; tiles are checked when the archive is added. */
async function describe(path: string): Promise<FolderArchive['content']> {
  try {
    const archive = await openArchive(path);
    await archive.close();
    const { info } = archive;
    const schemaName =
      info.content === 'vector' ? recognizeSchema(info.layerNames).name : toImageName(info.content);
    return { info, schemaName };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return { problem: error.problem };
  }
}
