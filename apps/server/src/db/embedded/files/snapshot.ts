import { constants, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FileLock } from '../../../runtime/FileLock.ts';
import { findCacheDir } from './cacheDir.ts';

/**
 * A cleanly closed directory of PostgreSQL files. It is cached because making one takes 10 to 20 s and copying
 * it 0.2 s.
 */
export interface Snapshot {
  readonly name: string;
  /** Changes with everything that the content depends on. */
  readonly key: string;
  readonly make: (databaseDir: string) => Promise<void>;
}

const BUILD_WAIT_MS = 180_000;
const MAX_SNAPSHOTS = 3;

/**
 * Copies the snapshot into a directory that has no database yet, completely or not at all, even if the
 * process is killed.
 */
export async function restoreSnapshot(snapshot: Snapshot, databaseDir: string): Promise<void> {
  if (existsSync(databaseDir)) return;
  const partialDir = `${databaseDir}.partial`;
  await rm(partialDir, { recursive: true, force: true });
  const cacheDir = findCacheDir();
  if (cacheDir === undefined) await snapshot.make(partialDir);
  else await copyDir(await getOrCreate(snapshot, cacheDir), partialDir);
  await rename(partialDir, databaseDir);
}

async function getOrCreate({ name, key, make }: Snapshot, cacheDir: string): Promise<string> {
  const snapshotDir = join(cacheDir, `${name}-${key}`);
  if (existsSync(snapshotDir)) return snapshotDir;
  using lock = await FileLock.takeWithin(join(cacheDir, `${name}.lock`), BUILD_WAIT_MS);
  if (lock === undefined) throw new Error(`Another process has been making ${snapshotDir} for too long`);
  if (existsSync(snapshotDir)) return snapshotDir;
  const partialDir = `${snapshotDir}.partial`;
  await rm(partialDir, { recursive: true, force: true });
  await make(partialDir);
  await rename(partialDir, snapshotDir);
  removeOld(cacheDir, name);
  return snapshotDir;
}

/** Copies folders and files, which is all that a snapshot has. `cp` of Node looks at each entry several times and takes twice as long. */
async function copyDir(from: string, to: string): Promise<void> {
  const [entries] = await Promise.all([
    readdir(from, { withFileTypes: true }),
    mkdir(to, { recursive: true }),
  ]);
  await Promise.all(
    entries.map((entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      return entry.isDirectory()
        ? copyDir(source, target)
        : copyFile(source, target, constants.COPYFILE_FICLONE);
    }),
  );
}

function removeOld(cacheDir: string, name: string): void {
  const snapshots = readdirSync(cacheDir)
    .filter((entry) => entry.startsWith(`${name}-`))
    .map((entry) => join(cacheDir, entry))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of snapshots.slice(MAX_SNAPSHOTS)) rmSync(old, { recursive: true, force: true });
}
