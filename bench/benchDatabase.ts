import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startThrowAwayCluster } from '../scripts/postgres-cluster.ts';

/** A PostgreSQL to measure on: the server of DATABASE_URL, else a throw-away cluster. */
export interface BenchServer extends AsyncDisposable {
  readonly version: string;
  /** Gives the URL of a database of its own, empty or a copy of one that nobody is connected to. */
  addDatabase(template?: string): Promise<string>;
}

/** Gives a reason when there is none. */
export async function openBenchServer(): Promise<BenchServer | string> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined) return toBenchServer(given, 'the server of DATABASE_URL', async () => {});
  const cluster = await startThrowAwayCluster();
  if (cluster.kind === 'missing') return cluster.reason;
  return toBenchServer(cluster.url, cluster.version, () => cluster.stop());
}

/** Runs on such a server with a data directory, which both go afterwards; where something is missing it says so instead. */
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
