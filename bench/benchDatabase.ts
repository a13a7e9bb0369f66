import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@pgis/server';
import pg from 'pg';
import { startThrowAwayCluster } from '../scripts/postgres-cluster.ts';

/** PostgreSQL for benchmarks: the server of DATABASE_URL, else a throw-away cluster. */
export interface BenchServer extends AsyncDisposable {
  readonly version: string;
  /** Adds a database, empty or a copy of one without connections; returns its URL. */
  addDatabase(template?: string): Promise<string>;
}

/** Returns the reason when there is no server. */
async function openBenchServer(): Promise<BenchServer | string> {
  const configured = process.env.DATABASE_URL;
  if (configured !== undefined)
    return toBenchServer(configured, 'the server of DATABASE_URL', async () => {});
  const cluster = await startThrowAwayCluster();
  if (cluster.kind === 'missing') return cluster.reason;
  return toBenchServer(cluster.url, cluster.version, () => cluster.stop());
}

/**
 * Runs a benchmark with such a server and a data directory, and removes both afterwards; prints what is missing
 * otherwise.
 */
export async function runOnBenchServer(
  run: (server: BenchServer, dataDir: string) => Promise<void>,
  missing?: string,
): Promise<void> {
  const server = missing ?? (await openBenchServer());
  if (typeof server === 'string') return console.log(`Skipped: ${server}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'pgis-bench-'));
  try {
    await run(server, dataDir);
  } finally {
    await server[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Measured = Readonly<Record<string, unknown>>;

/** Measures on a new PostgreSQL database, where there is a server, and on the embedded engine; prints their names. */
export async function measureOnBothEngines(measure: {
  readonly postgres: (database: Database) => Promise<Measured>;
  readonly embedded: (database: Database) => Promise<Measured>;
}): Promise<{ readonly postgres?: Measured; readonly embedded: Measured }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pgis-bench-'));
  try {
    const postgres = await measureOnPostgres(measure.postgres, dataDir);
    const database = await openDatabase({ dataDir });
    console.log('embedded');
    const embedded = await measure.embedded(database);
    await database.close();
    return { ...(postgres && { postgres }), embedded };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureOnPostgres(
  measure: (database: Database) => Promise<Measured>,
  dataDir: string,
): Promise<Measured | undefined> {
  const server = await openBenchServer();
  if (typeof server === 'string') {
    console.log(`PostgreSQL skipped: ${server}`);
    return undefined;
  }
  const database = await openDatabase({ databaseUrl: await server.addDatabase(), dataDir });
  console.log(server.version);
  const measured = { version: server.version, ...(await measure(database)) };
  await database.close();
  await server[Symbol.asyncDispose]();
  return measured;
}

const databaseName = /^(\w+:\/\/[^/]*\/)([^?]*)/;

function toBenchServer(url: string, version: string, stop: () => Promise<void>): BenchServer {
  const names: string[] = [];
  return {
    version,
    async addDatabase(template) {
      const name = `pgis_bench_${randomUUID().replaceAll('-', '')}`;
      const source = template === undefined ? '' : ` TEMPLATE ${databaseName.exec(template)?.[2] ?? ''}`;
      await runOn(url, `CREATE DATABASE ${name}${source}`);
      names.push(name);
      return url.replace(databaseName, `$1${name}`);
    },
    async [Symbol.asyncDispose]() {
      for (const name of names) await runOn(url, `DROP DATABASE ${name} WITH (FORCE)`);
      await stop();
    },
  };
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
