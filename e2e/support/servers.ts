import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** A server of this run. Each worker has one to itself, so tests that run at the same time share no data. */
export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Folder of the sign-ins and facts that the preparation writes. */
  readonly preparedFolder: string;
}

const rootDir = join(import.meta.dirname, '../..');

/** Default data of a run without a folder of its own. */
const defaultDataDir = join(rootDir, '.cache/e2e-data');

/** Ports from E2E_PORTS (`4001,4002`), one per server; E2E_URL names one server that runs already. */
const ports = (process.env.E2E_PORTS ?? '8099').split(',').map(Number);

export const isStartedByUs = process.env.E2E_URL === undefined;

// Runs at the same time differ in their ports.
export const resultsFolder: string = join(rootDir, 'test-results', String(ports[0]));

export const servers: readonly TestServer[] = (isStartedByUs ? ports : ports.slice(0, 1)).map((port) => ({
  url: process.env.E2E_URL ?? `http://127.0.0.1:${port}`,
  port,
  dataDir: join(process.env.E2E_DATA_DIR ?? defaultDataDir, isStartedByUs ? String(port) : ''),
  preparedFolder: join(resultsFolder, 'prepared', String(port)),
}));

/** Server of this worker; Playwright numbers the workers that run at the same time from 0. */
export const ownServer: TestServer = findOwnServer();

function findOwnServer(): TestServer {
  const server = servers[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (server === undefined) throw new Error('there are more workers than servers');
  return server;
}

/** Removes the data of an earlier run; a run with a folder of its own starts with fresh data anyway. */
export function removeDefaultData(): void {
  if (isStartedByUs && process.env.E2E_DATA_DIR === undefined) {
    rmSync(defaultDataDir, { recursive: true, force: true });
  }
}
