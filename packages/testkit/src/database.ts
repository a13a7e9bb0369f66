import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, migrateToLatest, openDatabase, prepareWithoutSchema, schemaKey } from '@pgis/server';
import pg from 'pg';
import { separateSequences } from './separateSequences.ts';
import { joinSharedEngine } from './sharedEngine.ts';

export type TestEngine = Database['kind'];

/** A migrated, otherwise empty database for one test file, opened as cheaply as possible. */
export async function openFileDatabase(engine: TestEngine): Promise<Database> {
  const database = await (engine === 'embedded' ? joinSharedEngine() : openPostgresCopy('newest'));
  await separateSequences(database);
  return database;
}

/** A database that nobody else uses, with today's schema or without any; closing removes it. */
export function openTestDatabase(
  engine: TestEngine,
  schema: 'newest' | 'none' = 'newest',
): Promise<Database> {
  return engine === 'embedded' ? openEmbeddedCopy(schema) : openPostgresCopy(schema);
}

async function openEmbeddedCopy(schema: 'newest' | 'none'): Promise<Database> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pgis-test-'));
  if (schema === 'none') await prepareWithoutSchema(join(dataDir, 'database'));
  const database = await openDatabase({ dataDir });
  return andAfterClosing(database, async () => rmSync(dataDir, { recursive: true, force: true }));
}

async function openPostgresCopy(schema: 'newest' | 'none'): Promise<Database> {
  const template = schema === 'none' ? 'template1' : `pgis_template_${schemaKey()}`;
  const name = `pgis_test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(async (admin) => {
    if (schema === 'newest') await makeTemplate(admin, template);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const database = await openDatabase({ databaseUrl: urlOf(name), dataDir: tmpdir() });
  return andAfterClosing(database, () =>
    asAdmin(async (admin) => {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }),
  );
}

/** Test files start in several processes at once: the first one makes the template, the others wait. */
const TEMPLATE_LOCK = 7_015_202_602;

async function makeTemplate(admin: pg.Client, template: string): Promise<void> {
  await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [template]);
  if (rowCount === 0) {
    const unfinished = `${template}_unfinished`;
    await admin.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${unfinished}`);
    const database = await openDatabase({ databaseUrl: urlOf(unfinished), dataDir: tmpdir() });
    await migrateToLatest(database).finally(() => database.close());
    await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  }
  await admin.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
}

async function asAdmin(work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: testDatabaseUrl() });
  await admin.connect();
  await work(admin).finally(() => admin.end());
}

function testDatabaseUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined) {
    throw new Error('TEST_DATABASE_URL is not set: node scripts/postgres-cluster.ts prints one');
  }
  return url;
}

function urlOf(databaseName: string): string {
  return testDatabaseUrl().replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${databaseName}`);
}

function andAfterClosing(database: Database, clean: () => Promise<void>): Database {
  const close = async () => {
    await database.close();
    await clean();
  };
  return { ...database, close };
}
