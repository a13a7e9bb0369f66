/**
 * A throw-away PostgreSQL with PostGIS for tests and benchmarks. Run directly it prints its URL and runs until
 * Ctrl+C: `TEST_DATABASE_URL=… npx vitest run apps/server`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

export interface ThrowAwayCluster {
  readonly kind: 'started';
  /** URL of its database `postgres`, as superuser. */
  readonly url: string;
  readonly version: string;
  /** Stops the cluster and removes its files; also happens when this process exits. */
  stop(): Promise<void>;
}

/** Set when this machine cannot run a cluster; `reason` is a sentence for the user. */
export interface NoCluster {
  readonly kind: 'missing';
  readonly reason: string;
}

const START_MS = 30_000;
const STOP_MS = 10_000;
/** Memory limit of each backend, which protects the machine from a runaway query. */
const MEMORY_BYTES = 4 * 1024 ** 3;

interface ClusterOptions {
  /** False for tests: nothing waits for the disk, and a crash of the machine would destroy the data. */
  readonly isDurable?: boolean;
}

export async function startThrowAwayCluster({
  isDurable = true,
}: ClusterOptions = {}): Promise<ThrowAwayCluster | NoCluster> {
  const binDir = findBinDir();
  if (binDir === undefined) return missing('PostgreSQL is not installed (Debian: postgresql-15-postgis-3)');
  const account = findAccount();
  if (account === undefined)
    return missing('PostgreSQL refuses to run as root, and there is no user postgres');

  const dir = mkdtempSync(join(tmpdir(), 'pgis-cluster-'));
  let server: ChildProcess | undefined;
  const removeNow = () => {
    server?.kill('SIGQUIT');
    rmSync(dir, { recursive: true, force: true });
  };
  process.once('exit', removeNow);
  const stop = async () => {
    process.off('exit', removeNow);
    if (server !== undefined) await end(server);
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    if (account.uid !== undefined) chownSync(dir, account.uid, account.gid);
    makeCluster(binDir, dir, account);
    server = startServer(binDir, dir, { account, isDurable });
    const url = `postgresql://postgres@${encodeURIComponent(dir)}/postgres`;
    const version = await waitUntilReady(url, server);
    return { kind: 'started', url, version, stop };
  } catch (error) {
    await stop();
    return missing(error instanceof Error ? error.message : String(error));
  }
}

function missing(reason: string): NoCluster {
  return { kind: 'missing', reason };
}

/** Returns the newest of Debian's versions, else the one in PATH. */
function findBinDir(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionOf(b) - versionOf(a));
  const path = (process.env.PATH ?? '').split(delimiter);
  return [...debian, ...path].find(
    (dir) => existsSync(join(dir, 'initdb')) && existsSync(join(dir, 'postgres')),
  );
}

const versionOf = (binDir: string) => Number(/postgresql\/(\d+)/.exec(binDir)?.[1]);

/** User of the cluster: ourselves (no ids), or user postgres when we are root. */
type Account = { readonly uid: number; readonly gid: number } | { readonly uid?: undefined };

function findAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return {};
  try {
    const ask = (flag: string) => {
      const stdio = ['ignore', 'pipe', 'ignore'] as const;
      return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: [...stdio] }));
    };
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}

function makeCluster(binDir: string, dir: string, account: Account): void {
  // The locale of the embedded engine, so that both databases sort alike.
  const args = ['-D', join(dir, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  execFileSync(join(binDir, 'initdb'), [...args, '--no-sync'], { ...account, cwd: dir, stdio: 'pipe' });
}

function startServer(
  binDir: string,
  dir: string,
  { account, isDurable }: Required<ClusterOptions> & { readonly account: Account },
): ChildProcess {
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${dir}`,
    ...(isDurable
      ? ['fsync=on']
      : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', ...preload(binDir)]),
    'jit=off',
    'max_connections=100',
    'shared_buffers=256MB',
    'max_wal_size=2GB',
  ];
  const args = ['-D', join(dir, 'data'), ...settings.flatMap((setting) => ['-c', setting])];
  const postgres = join(binDir, 'postgres');
  const limited = existsSync('/usr/bin/prlimit')
    ? ['/usr/bin/prlimit', `--as=${MEMORY_BYTES}`, postgres]
    : [postgres];
  const [command = postgres, ...before] = limited;
  return spawn(command, [...before, ...args], {
    ...account,
    cwd: dir,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
}

/** Loading PostGIS takes each connection 9 ms of processor time, and tests open a thousand of them. Debian's folders only. */
const preload = (binDir: string): readonly string[] =>
  existsSync(join(binDir, '../lib/postgis-3.so')) ? ['shared_preload_libraries=postgis-3,btree_gist'] : [];

/** Returns the versions as text, or throws with the reason. */
async function waitUntilReady(url: string, server: ChildProcess): Promise<string> {
  let stderrText = '';
  server.stderr?.on('data', (chunk) => {
    stderrText = `${stderrText}${chunk}`.slice(-500);
  });
  const giveUpAt = Date.now() + START_MS;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at its start: ${stderrText.trim()}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    return await readVersion(client).finally(() => client.end());
  }
}

async function readVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ postgres: string; postgis: string | null }>(
    `SELECT current_setting('server_version') AS postgres,
            (SELECT default_version FROM pg_available_extensions WHERE name = 'postgis') AS postgis`,
  );
  const { postgres, postgis } = rows[0] ?? { postgres: '?', postgis: null };
  if (postgis === null)
    throw new Error(`PostgreSQL ${postgres} has no PostGIS (Debian: postgresql-15-postgis-3)`);
  return `PostgreSQL ${postgres} with PostGIS ${postgis}`;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const cluster = await startThrowAwayCluster();
  if (cluster.kind === 'missing') {
    console.error(cluster.reason);
    process.exitCode = 1;
  } else {
    console.error(cluster.version);
    console.log(cluster.url);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cluster.stop());
  }
}
