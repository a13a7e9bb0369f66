import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An empty file whose time is that of the last backup, so that a script for another kind of backup can `touch` it. */
const fileOf = (dataDir: string): string => join(dataDir, 'last-backup');

/** Call after the archive is whole. */
export async function recordBackup(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(fileOf(dataDir), '', { flag: 'a', mode: 0o600 });
  const now = new Date();
  await utimes(fileOf(dataDir), now, now);
}

export async function findLastBackup(dataDir: string): Promise<Date | undefined> {
  try {
    return (await stat(fileOf(dataDir))).mtime;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
