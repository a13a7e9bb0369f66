import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import tar, { type Pack } from 'tar-stream';
import type { Database } from '../db/Database.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Schema } from '../db/schema.ts';
import type { BlobStore } from '../storage/BlobStore.ts';
import { BACKUP_FORMAT, type BackupEnd, type BackupManifest, type BackupTable } from './BackupManifest.ts';
import { listTables, readLines, setTextFormat, type TableShape } from './databaseTables.ts';
import { readSequences } from './loadTables.ts';
import { RowChecksum } from './RowChecksum.ts';

export interface BackupOptions {
  readonly file: string;
  readonly blobs: BlobStore;
  readonly onProgress: (line: string) => void;
}

/**
 * Writes rows and blobs into one compressed archive. All rows are of one moment and first go to disk
 * uncompressed, because on the embedded engine everybody else waits for that transaction. Blobs follow: a
 * blob never changes, and one whose row is deleted meanwhile stays for another hour.
 */
export async function writeBackup(
  database: Database,
  { file, blobs, onProgress }: BackupOptions,
): Promise<BackupManifest & BackupEnd> {
  if (existsSync(file)) throw new Error(`${file} already exists; a backup overwrites nothing`);
  const workDir = await mkdtemp(join(dirname(file), `.${basename(file)}-`));
  try {
    const manifest = await stageRows(database, workDir, onProgress);
    const archive = join(workDir, 'archive');
    const end = await writeArchive(archive, { workDir, blobs, manifest });
    await rename(archive, file);
    return { ...manifest, ...end };
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

function stageRows(
  database: Database,
  workDir: string,
  onProgress: (line: string) => void,
): Promise<BackupManifest> {
  const options = { statementMs: 0, idleMs: 0, isolationLevel: 'repeatable read' } as const;
  return inTransaction(database, options, async (db) => {
    await setTextFormat(db);
    const migrations = await listMigrations(db);
    const tables: BackupTable[] = [];
    for (const table of await listTables(db)) {
      const staged = await stageTable(db, table, rowsPath(workDir, table.name));
      onProgress(`${table.name}: ${staged.rows} rows`);
      tables.push(staged);
    }
    // Sequences come last: they run ahead of any transaction and must not be behind the rows.
    const sequences = await readSequences(db);
    const createdAt = new Date().toISOString();
    return { product: 'pgis', format: BACKUP_FORMAT, createdAt, migrations, tables, sequences };
  });
}

async function stageTable(db: Kysely<Schema>, table: TableShape, path: string): Promise<BackupTable> {
  const checksum = new RowChecksum();
  const file = createWriteStream(path, { mode: 0o600 });
  for await (const line of readLines(db, table)) {
    checksum.add(line);
    if (!file.write(`${line}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  const columns = table.columns.map(({ name }) => name);
  return { name: table.name, columns, rows: checksum.rows, checksum: checksum.toString() };
}

async function listMigrations(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}

const rowsPath = (workDir: string, table: string) => join(workDir, `${table}.ndjson`);

async function writeArchive(
  archive: string,
  {
    workDir,
    blobs,
    manifest,
  }: { readonly workDir: string; readonly blobs: BlobStore; readonly manifest: BackupManifest },
): Promise<BackupEnd> {
  const pack = tar.pack();
  const written = pipeline(pack, createGzip(), createWriteStream(archive, { mode: 0o600 }));
  const fill = async (): Promise<BackupEnd> => {
    pack.entry({ name: 'backup.json' }, JSON.stringify(manifest, undefined, 2));
    for (const { name } of manifest.tables) {
      const path = rowsPath(workDir, name);
      const { size } = await stat(path);
      await addEntry(pack, { name: `rows/${name}.ndjson`, size }, createReadStream(path));
    }
    const end = { files: 0, bytes: 0 };
    for await (const { key, size } of blobs.list()) {
      const bytes = await blobs.find(key);
      if (bytes === undefined) continue; // Swept meanwhile: it had no row.
      await addEntry(pack, { name: `files/${key}`, size }, bytes);
      end.files += 1;
      end.bytes += size;
    }
    pack.entry({ name: 'end.json' }, JSON.stringify(end));
    pack.finalize();
    return end;
  };
  const [end] = await Promise.all([
    fill().catch((error: Error) => {
      pack.destroy(error);
      throw error;
    }),
    written,
  ]);
  return end;
}

const addEntry = (pack: Pack, header: { name: string; size: number }, content: Readable): Promise<void> =>
  pipeline(content, pack.entry(header));
