import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { listTestEngines, openTestDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../db/Database.ts';
import { openDatabase } from '../db/openDatabase.ts';
import type { BlobStore } from '../storage/BlobStore.ts';
import { openStorage } from '../storage/openStorage.ts';
import { type S3Server, startS3 } from '../storage/testing/startS3.ts';
import { restoreBackup } from './restoreBackup.ts';
import { fillDatabase, readEverything } from './testing/fillDatabase.ts';
import { writeBackup } from './writeBackup.ts';

vi.setConfig({ testTimeout: 120_000 });

let workDir: string;
const contents = {
  ['a'.repeat(32)]: Buffer.alloc(3_000_000, 'ab\0'),
  [`${'a'.repeat(32)}.thumbnail`]: Buffer.from('Ā'),
  ['b'.repeat(32)]: Buffer.alloc(0),
};
let blobs: BlobStore;
let s3: S3Server;

beforeAll(async () => {
  workDir = mkdtempSync(join(tmpdir(), 'pgis-test-'));
  s3 = await startS3();
  const storage = openStorage({ dataDir: join(workDir, 'source'), storageUrl: undefined });
  blobs = storage.blobs;
  for (const [key, bytes] of Object.entries(contents)) {
    const path = join(workDir, 'blob');
    writeFileSync(path, bytes);
    await blobs.put(key, path);
  }
  // An upload in progress belongs to no row and is not backed up.
  const folder = await storage.tempStore.open();
  writeFileSync(folder.newPath(), 'half of a file');
});
afterAll(async () => {
  await s3.close();
  rmSync(workDir, { recursive: true, force: true });
});

interface BackedUp {
  readonly database: Database;
  readonly file: string;
  readonly rowsBefore: unknown;
}

/** The filled database of each engine and its backup. */
const backedUp = new Map<Database['kind'], BackedUp>();

function backupOf(engine: Database['kind']): BackedUp {
  const found = backedUp.get(engine);
  if (found === undefined) throw new Error(`There is no backup of ${engine}`);
  return found;
}

beforeAll(async () => {
  for (const engine of listTestEngines()) {
    const file = join(workDir, `${engine}.tar.gz`);
    const database = await openTestDatabase(engine);
    await fillDatabase(database);
    backedUp.set(engine, { database, file, rowsBefore: await readEverything(database) });
    await writeBackup(database, { file, blobs, onProgress: () => {} });
  }
}, 120_000);
afterAll(async () => {
  for (const { database } of backedUp.values()) await database.close();
});

describe.each(listTestEngines())('a backup of %s', (engine) => {
  test('leaves nothing beside it', () => {
    expect(readdirSync(workDir).filter((name) => name.startsWith(`${engine}.tar`))).toEqual([
      `${engine}.tar.gz`,
    ]);
  });

  test('overwrites nothing', async () => {
    const { database, file } = backupOf(engine);
    const again = writeBackup(database, { file, blobs, onProgress: () => {} });
    await expect(again).rejects.toThrow(/already exists/);
  });

  test.each(listTestEngines())('is restored on %s: every row, every file', async (target) => {
    const { file, rowsBefore } = backupOf(engine);
    await using emptyTarget = await EmptyTarget.make(target);
    const restored = await restoreBackup({ file, ...emptyTarget.options, onProgress: () => {} });
    expect(restored.files).toBe(3);
    await expectContents(openStorage({ dataDir: emptyTarget.options.dataDir, storageUrl: undefined }).blobs);
    const reopened = await openDatabase(emptyTarget.options);
    expect(await readEverything(reopened)).toEqual(rowsBefore);
    // The schema is whole again: references, the guard of the log, the counters.
    const broken = reopened.pool.query("INSERT INTO units (company_id, id, name) VALUES (77, 1, 'x')");
    await expect(broken).rejects.toMatchObject({ code: '23503' });
    await expect(reopened.pool.query('DELETE FROM audit_log')).rejects.toThrow(/insert-only/);
    const next = await reopened.pool.query("SELECT new_id(0, 'geom_seq') AS id");
    expect(next.rows).toEqual([{ id: 1_001 }]);
    await reopened.close();

    const twice = restoreBackup({ file, ...emptyTarget.options, onProgress: () => {} });
    await expect(twice).rejects.toThrow(/not empty|only into an empty one/);
  });
});

test('D-FILE-05: a backup of files in S3 is restored into a folder, and the other way round', async () => {
  const engine = listTestEngines().at(-1) ?? 'embedded';
  const file = join(workDir, 'moved.tar.gz');
  const second = join(workDir, 'moved-again.tar.gz');
  const database = await openTestDatabase(engine);
  await writeBackup(database, { file, blobs, onProgress: () => {} });
  await database.close();

  await using emptyTarget = await EmptyTarget.make(engine);
  const storageUrl = s3.url('plain');
  await restoreBackup({ file, ...emptyTarget.options, storageUrl, onProgress: () => {} });
  const inS3 = openStorage({ dataDir: emptyTarget.options.dataDir, storageUrl }).blobs;
  await expectContents(inS3);
  const restored = await openDatabase(emptyTarget.options);
  await writeBackup(restored, { file: second, blobs: inS3, onProgress: () => {} });
  await restored.close();

  await using other = await EmptyTarget.make(engine);
  const full = restoreBackup({ file: second, ...other.options, storageUrl, onProgress: () => {} });
  await expect(full).rejects.toThrow(/the store of files is not empty/);
  await restoreBackup({ file: second, ...other.options, onProgress: () => {} });
  await expectContents(openStorage({ dataDir: other.options.dataDir, storageUrl: undefined }).blobs);
});

// Each refusal starts the embedded engine, so one is tried there and all on PostgreSQL.
describe.each(listTestEngines())('what is refused on %s', (engine) => {
  const isFast = engine === listTestEngines().at(-1);

  const refused = [
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), /damaged, cut off or no backup/],
    ['no archive at all', () => Buffer.from('hello'), /damaged, cut off or no backup/],
    [
      'with a changed row',
      (bytes: Buffer) => edit(bytes, 'Street 7\\"', 'Street 8\\"'),
      /geoms differs from the backup/,
    ],
    ['with another format', (bytes: Buffer) => edit(bytes, '"format": 1', '"format": 2'), /format 2/],
    ['of a newer version', (bytes: Buffer) => edit(bytes, '0001_tenants', '0009_tenants'), /newer version/],
  ] as const;
  test.each(isFast ? refused : refused.slice(0, 1))(
    'a backup %s: nothing is restored',
    async (name, damage, message) => {
      const damaged = join(workDir, `${engine} ${name}`);
      writeFileSync(damaged, damage(readFileSync(backupOf(engine).file)));
      await using emptyTarget = await EmptyTarget.make(engine);
      const restoring = restoreBackup({ file: damaged, ...emptyTarget.options, onProgress: () => {} });
      await expect(restoring).rejects.toThrow(message);
      expect(await emptyTarget.isEmpty()).toBe(true);
    },
  );

  test('a directory that holds files', async () => {
    await using emptyTarget = await EmptyTarget.make(engine);
    mkdirSync(join(emptyTarget.options.dataDir, 'files'));
    writeFileSync(join(emptyTarget.options.dataDir, 'files', 'mine'), 'x');
    const restoring = restoreBackup({
      file: backupOf(engine).file,
      ...emptyTarget.options,
      onProgress: () => {},
    });
    await expect(restoring).rejects.toThrow(/not empty/);
  });
});

async function expectContents(store: BlobStore): Promise<void> {
  for (const [key, bytes] of Object.entries(contents)) {
    const found = await store.find(key);
    expect(found !== undefined && (await buffer(found)).equals(bytes)).toBe(true);
  }
}

/** Replaces a text by one of the same length, so that the archive stays valid. */
function edit(bytes: Buffer, from: string, to: string): Buffer {
  const archive = gunzipSync(bytes).toString('latin1');
  expect(archive).toContain(from);
  return gzipSync(Buffer.from(archive.replaceAll(from, to), 'latin1'));
}

/** Empty target of a restore: a new data directory and, on PostgreSQL, a new database. */
class EmptyTarget implements AsyncDisposable {
  readonly options: { readonly dataDir: string; readonly databaseUrl?: string };
  readonly #database: Database | undefined;

  private constructor(dataDir: string, database: Database | undefined) {
    this.#database = database;
    const databaseUrl = database?.pool.options.connectionString;
    this.options = databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl };
  }

  static async make(engine: Database['kind']): Promise<EmptyTarget> {
    const dataDir = mkdtempSync(join(tmpdir(), 'pgis-test-'));
    return new EmptyTarget(
      dataDir,
      engine === 'postgres' ? await openTestDatabase(engine, 'none') : undefined,
    );
  }

  async isEmpty(): Promise<boolean> {
    const remaining = readdirSync(this.options.dataDir).filter((name) => !name.endsWith('.lock'));
    const tables = await this.#database?.pool.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'spatial_ref_sys'",
    );
    return remaining.length === 0 && (tables?.rowCount ?? 0) === 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database?.close();
    rmSync(this.options.dataDir, { recursive: true, force: true });
    expect(existsSync(this.options.dataDir)).toBe(false);
  }
}
