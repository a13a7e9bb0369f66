import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, toDatabase } from '../db/Database.ts';
import { prepareWithoutSchema } from '../db/databaseSnapshots.ts';
import { DirectoryInUseError } from '../db/embedded/DirectoryInUseError.ts';
import { runEngineOn } from '../db/embedded/runEngineOn.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { openDatabase } from '../db/openDatabase.ts';
import { FileLock } from '../runtime/FileLock.ts';
import type { BlobStore } from '../storage/BlobStore.ts';
import { openStorage } from '../storage/openStorage.ts';
import type { BackupEnd, BackupManifest } from './BackupManifest.ts';
import { invalidateRenderings } from './loadTables.ts';
import { RowRestore } from './RowRestore.ts';
import { readBackup } from './readBackup.ts';

export interface RestoreOptions {
  readonly file: string;
  readonly dataDir: string;
  /** Target database on PostgreSQL; the backup may come from either kind of database. */
  readonly databaseUrl?: string | undefined;
  /** Target store on S3; the backup may come from either kind of store. */
  readonly storageUrl?: string | undefined;
  readonly onProgress: (line: string) => void;
}

export type Restored = BackupManifest & BackupEnd;

/**
 * Restores rows and blobs into an empty database and an empty store and compares counts and checksums. Throws
 * with nothing restored when the target is not empty, differs from the backup, or the restore breaks off.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { dataDir, databaseUrl, storageUrl, file } = options;
  if (!existsSync(file)) throw new Error(`There is no file ${file}`);
  mkdirSync(dataDir, { recursive: true });
  using lock = FileLock.take(join(dataDir, 'owner.lock'));
  if (lock === undefined) throw new DirectoryInUseError(dataDir, undefined);
  const filesDir = join(dataDir, 'files');
  if (existsSync(filesDir) && readdirSync(filesDir).length > 0) throw notEmpty(filesDir);
  const { blobs } = openStorage({ dataDir, storageUrl });
  for await (const _ of blobs.list()) throw notEmpty('the store of files');
  return databaseUrl === undefined
    ? await restoreEmbedded(options)
    : await restorePostgres(options, databaseUrl);
}

async function restorePostgres(options: RestoreOptions, databaseUrl: string): Promise<Restored> {
  const database = await openDatabase({ databaseUrl, dataDir: options.dataDir });
  try {
    return await restoreInto(database, options);
  } finally {
    await database.close();
  }
}

async function restoreEmbedded(options: RestoreOptions): Promise<Restored> {
  const databaseDir = join(options.dataDir, 'database');
  if (existsSync(databaseDir)) throw notEmpty(databaseDir);
  const partialDir = join(options.dataDir, 'database.restoring');
  await rm(partialDir, { recursive: true, force: true });
  await prepareWithoutSchema(partialDir);
  try {
    const restored = await runEngineOn(partialDir, (pool) =>
      restoreInto(
        toDatabase('embedded', pool, async () => {}),
        options,
      ),
    );
    await rename(partialDir, databaseDir);
    return restored;
  } finally {
    await rm(partialDir, { recursive: true, force: true });
  }
}

async function restoreInto(
  database: Database,
  { file, dataDir, storageUrl, onProgress }: RestoreOptions,
): Promise<Restored> {
  const filesDir = join(dataDir, 'files.restoring');
  await rm(filesDir, { recursive: true, force: true });
  mkdirSync(filesDir);
  try {
    const restored = await inTransaction(database, { statementMs: 0, idleMs: 0 }, async (db) => {
      let rows: RowRestore | undefined;
      let manifest: BackupManifest | undefined;
      const end = await readBackup(file, {
        filesDir,
        onManifest: async (found) => {
          manifest = found;
          rows = await RowRestore.begin(db, found);
        },
        onRows: async (table, lines) => rows?.load(table, lines),
      });
      if (manifest === undefined) throw new Error(`${file} is empty`);
      await rows?.finish(onProgress);
      await moveBlobs(filesDir, openStorage({ dataDir, storageUrl }).blobs);
      return { ...manifest, ...end };
    });
    await migrateToLatest(database, { onProgress });
    await invalidateRenderings(database.db);
    await database.pool.query('ANALYZE');
    return restored;
  } finally {
    await rm(filesDir, { recursive: true, force: true });
  }
}

/** Runs just before the rows are committed: blobs without rows do no harm, rows without blobs do. */
async function moveBlobs(from: string, blobs: BlobStore): Promise<void> {
  for (const key of readdirSync(from)) await blobs.put(key, join(from, key));
}

function notEmpty(path: string): Error {
  return new Error(`${path} is not empty; a backup is restored into an empty database and store only`);
}
