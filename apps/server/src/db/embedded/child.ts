/**
 * The embedded database's own process: PGlite with PostGIS behind a Unix socket. It is a process of its own because
 * PGlite blocks its thread while it works and cannot be stopped otherwise. Started by EngineProcess only.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Extension, PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { postgis } from '@electric-sql/pglite-postgis';
import { FileLock } from '../../runtime/FileLock.ts';
import type { ChildMessage, ChildOptions, CloseMessage } from './childProtocol.ts';
import { EngineServer } from './engine/EngineServer.ts';
import { isLogLong, LOG_SEGMENT_MB } from './engine/isLogLong.ts';
import { StatementWatch } from './engine/StatementWatch.ts';

/** Time for a predecessor whose parent was killed to notice that and exit. */
const LOCK_WAIT_MS = 10_000;
const LOG_CHECK_MS = 2_000;
const FIRST_TIDY_MS = 10 * 60_000;
const TIDY_MS = 24 * 60 * 60_000;

const options = JSON.parse(process.argv[2] ?? '') as ChildOptions;

// A signal to the whole process group (Ctrl+C, a service manager) is for the parent, which shuts this process
// down.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

process.on('disconnect', () => process.exit());

try {
  await serve();
  sendToParent({ kind: 'ready' });
} catch (error) {
  sendToParent({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.disconnect();
}

async function serve(): Promise<void> {
  const watch = new StatementWatch(process.ppid, options.maxMemoryMb);
  const lock = await FileLock.takeWithin(options.lockPath, LOCK_WAIT_MS);
  if (lock === undefined) throw new Error(`${options.databaseDir} is in use by another process`);

  const pglite = await PGlite.create({
    dataDir: options.databaseDir,
    extensions: { postgis: toPostgis(options.postgisArchive), btree_gist },
    // Read by initdb only: small write-ahead log segments keep new data directories and their snapshots
    // small.
    initDbStartParams: [`--wal-segsize=${LOG_SEGMENT_MB}`],
  });
  const server = new EngineServer({
    engine: (message, onChunk) => pglite.execProtocolRawStream(message, { onRawData: onChunk }),
    watch,
    limits: options.limits,
    onBroken: (error) => {
      console.error('The embedded database broke down:', error);
      process.exit(70);
    },
  });
  await server.listen(options.socketPath);
  setInterval(() => {
    if (isLogLong(options.databaseDir)) server.runWhenFree('CHECKPOINT');
  }, LOG_CHECK_MS).unref();
  // Single-user mode has no autovacuum. 80 000 polygons take this statement under 2 s.
  const tidy = () => server.runWhenFree('VACUUM (ANALYZE)');
  setTimeout(tidy, FIRST_TIDY_MS).unref();
  setInterval(tidy, TIDY_MS).unref();

  process.on('message', async ({ drainMs }: CloseMessage) => {
    await server.close(drainMs);
    await pglite.close();
    lock.release();
    process.exit();
  });
}

function toPostgis(archive: string | undefined): Extension {
  // The cache may have been cleared since the start.
  if (archive === undefined || !existsSync(archive)) return postgis;
  const setup: Extension['setup'] = async (pglite, settings) => ({
    ...(await postgis.setup(pglite, settings)),
    bundlePath: pathToFileURL(archive),
  });
  return { ...postgis, setup };
}

function sendToParent(message: ChildMessage): void {
  process.send?.(message);
}
