import { startThrowAwayCluster } from '../postgres-cluster.ts';
import type { Engine } from './TestOptions.ts';

export type TestDatabases = AsyncDisposable & {
  /** TEST_ENGINES and TEST_DATABASE_URL, as @pgis/testkit reads them. */
  readonly env: Readonly<Record<string, string>>;
  /** Tests that this machine cannot run, in words. */
  readonly leftOut: readonly string[];
};

function toDatabases(
  engines: readonly Engine[],
  url: string | undefined,
  leftOut: readonly string[],
  close = async () => {},
): TestDatabases {
  const env = { TEST_ENGINES: engines.join(','), ...(url === undefined ? {} : { TEST_DATABASE_URL: url }) };
  return { env, leftOut, [Symbol.asyncDispose]: close };
}

/**
 * Decides on which databases the suites run. `requested` undefined means the embedded one, and PostgreSQL where there is
 * one. PostgreSQL is the one of TEST_DATABASE_URL, else a cluster started for this run. Throws when PostgreSQL is
 * requested and not available.
 */
export async function openTestDatabases(requested: readonly Engine[] | undefined): Promise<TestDatabases> {
  const engines: readonly Engine[] = requested ?? ['embedded', 'postgres'];
  if (!engines.includes('postgres')) return toDatabases(engines, undefined, ['the tests on PostgreSQL']);
  const ownUrl = process.env.TEST_DATABASE_URL;
  if (ownUrl !== undefined) return toDatabases(engines, ownUrl, leftOutBeside(engines));

  const cluster = await startThrowAwayCluster({ isDurable: false });
  if (cluster.kind === 'started') {
    console.log(`Started ${cluster.version} for the tests.`);
    return toDatabases(engines, cluster.url, leftOutBeside(engines), () => cluster.stop());
  }
  if (requested !== undefined) throw new Error(`The tests cannot run on PostgreSQL: ${cluster.reason}`);
  return toDatabases(['embedded'], undefined, [`the tests on PostgreSQL: ${cluster.reason}`]);
}

function leftOutBeside(engines: readonly Engine[]): readonly string[] {
  return engines.includes('embedded') ? [] : ['the tests on the embedded database'];
}
