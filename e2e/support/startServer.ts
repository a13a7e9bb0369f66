import { type ServerProcess, startServerProcess } from '@pgis/testkit/startServerProcess';
import type { TestServer } from './servers.ts';

/** Starts the product as a user would, with its demo data where the folder is empty. */
export async function startServer({ url, port, dataDir }: TestServer): Promise<ServerProcess> {
  const server = await startServerProcess({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DEMO: 'true',
    LOG_LEVEL: 'warn',
  });
  // Playwright may end without calling the teardown, as after a failed preparation.
  process.once('exit', () => void server.stop());
  return server;
}
