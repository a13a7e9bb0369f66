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
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../db/Database.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { openDatabase } from '../db/openDatabase.ts';
import type { BlobStore } from '../storage/BlobStore.ts';
import { openStorage } from '../storage/openStorage.ts';
import { type S3Server, startS3 } from '../storage/testing/startS3.ts';
import { restoreBackup } from './restoreBackup.ts';
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
    await fill(database);
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

/** Rows with values that a conversion might lose. */
async function fill(database: Database): Promise<void> {
  await inTransaction(database, { statementMs: 60_000 }, async (db) => {
    const company = 2 ** 32;
    await sql`INSERT INTO companies (company_id, name, created_at) VALUES
      (1, ${'Rīgas "meži"\\ \u2028 \r\n\t \u0001 😀 \'$1'}, '2020-02-29 23:59:59.123456+02')`.execute(db);
    await sql`INSERT INTO companies (company_id, name, default_lon) VALUES (2, '', 0.1 + 0.2)`.execute(db);
    // The child stands before its parent in the table.
    await sql`INSERT INTO units (company_id, id, parent_id, name) VALUES (1, ${company + 2}, NULL, 'parent')`.execute(
      db,
    );
    await sql`INSERT INTO units (company_id, id, parent_id, name) VALUES (1, ${company + 1}, ${company + 2}, 'child')`.execute(
      db,
    );
    await sql`INSERT INTO classifiers (company_id, id, parent_id, kind, name, ruleset)
      VALUES (1, ${company + 11}, 1, 'layer', 'Layer', '{"a": [1, null, "\\u0107"], "b": 1e400}')`.execute(
      db,
    );
    await sql`INSERT INTO geoms (company_id, id, class_id, kind, geom, name, data, visitor_id, deleted_at)
      SELECT 1, ${company}::int8 + i, ${company + 11}::int8, 1,
             ST_SetSRID(ST_MakePoint(2700000 + i / 3.0, 7700000 - i / 7.0), 3857), 'Point ' || i,
             jsonb_build_object('address', 'Street ' || i), gen_random_uuid(),
             CASE WHEN i % 10 = 0 THEN 'infinity'::timestamptz END
      FROM generate_series(1, 3000) AS i`.execute(db);
    await sql`INSERT INTO geoms (company_id, id, class_id, kind, geom)
      SELECT 1, ${company + 5000}::int8, ${company + 11}::int8, 3,
             ST_Buffer(ST_SetSRID(ST_MakePoint(0, 0), 3857), 100000, 4000)`.execute(db);
    await sql`INSERT INTO idempotency_keys (company_id, key_hash, request_hash, geom_id)
      VALUES (1, ${Buffer.from([0, 1, 255, 92])}, '', ${company + 1})`.execute(db);
    await sql`INSERT INTO audit_log (company_id, id, action, entity) VALUES (1, ${company + 1}, 'a', 'b')`.execute(
      db,
    );
    await sql`UPDATE map_layers SET name = 'changed after seeding' WHERE id = 1`.execute(db);
    await sql`SELECT setval('geom_seq', 1000)`.execute(db);
  });
}

async function readEverything(database: Database): Promise<unknown> {
  const tables = [
    'companies',
    'units',
    'classifiers',
    'geoms',
    'idempotency_keys',
    'audit_log',
    'map_layers',
  ];
  const everything: Record<string, unknown> = {};
  for (const table of tables) {
    const { rows } = await database.pool.query(
      `SELECT t::text AS row FROM ${table} AS t ORDER BY t::text COLLATE "C"`,
    );
    everything[table] = rows;
  }
  return everything;
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
