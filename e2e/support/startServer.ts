import { join } from 'node:path';
import { type ServerProcess, startServerProcess } from '@pgis/testkit/startServerProcess';
import type { TestServer } from './servers.ts';
import { startMailServer } from './startMailServer.ts';

/** Starts the product as a user would, with a mail server, and with its demo data where the folder is empty. */
export async function startServer({ url, port, dataDir }: TestServer): Promise<ServerProcess> {
  const smtp = await startMailServer(join(dataDir, 'mail'));
  const server = await startServerProcess({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    SMTP_URL: smtp.url,
    DEMO: 'true',
    LOG_LEVEL: 'warn',
  });
  const stop: ServerProcess['stop'] = async (signal) => {
    const code = await server.stop(signal);
    await smtp[Symbol.asyncDispose]();
    return code;
  };
  // Playwright may end without calling the teardown, as after a failed preparation.
  process.once('exit', () => void server.stop());
  return { ...server, stop };
}
