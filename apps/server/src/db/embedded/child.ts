/**
 * The embedded database's own process: PGlite with PostGIS behind a Unix socket. It is a process of its own because
 * PGlite blocks its thread while it works and cannot be stopped otherwise. Started by EngineProcess only.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Extension, PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { postgis } from '@electric-sql/pglite-postgis';
import type { ChildMessage, ChildOptions, CloseMessage } from './childProtocol.ts';
import { EngineServer } from './EngineServer.ts';
import { FileLock } from './FileLock.ts';
import { isLogLong, LOG_SEGMENT_MB } from './isLogLong.ts';
import { StatementWatch } from './StatementWatch.ts';

/** A predecessor whose parent was killed needs a moment to notice and to go. */
const LOCK_WAIT_MS = 10_000;
const LOG_CHECK_MS = 2_000;
const FIRST_TIDY_MS = 10 * 60_000;
const TIDY_MS = 24 * 60 * 60_000;

const options = JSON.parse(process.argv[2] ?? '') as ChildOptions;

// A signal to the whole group (Ctrl+C, a service manager) is for the parent, who closes this process in good order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

process.on('disconnect', () => process.exit());

try {
  await serve();
  tell({ kind: 'ready' });
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.disconnect();
}

async function serve(): Promise<void> {
  const watch = new StatementWatch(process.ppid);
  const lock = await FileLock.takeWithin(options.lockPath, LOCK_WAIT_MS);
  if (lock === undefined) throw new Error(`${options.databaseDir} is in use by another process`);

  const pglite = await PGlite.create({
    dataDir: options.databaseDir,
    extensions: { postgis: toPostgis(options.postgisArchive), btree_gist },
    // Only read by initdb: small write-ahead log files keep new data directories and their snapshots small.
    initDbStartParams: [`--wal-segsize=${LOG_SEGMENT_MB}`],
  });
  const server = new EngineServer({
    engine: (message, onPiece) => pglite.execProtocolRawStream(message, { onRawData: onPiece }),
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
  // PostgreSQL's autovacuum does not exist in single-user mode. 80 000 polygons take it under 2 s.
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
  // The cache may be cleared while we run.
  if (archive === undefined || !existsSync(archive)) return postgis;
  const setup: Extension['setup'] = async (pglite, settings) => ({
    ...(await postgis.setup(pglite, settings)),
    bundlePath: pathToFileURL(archive),
  });
  return { ...postgis, setup };
}

function tell(message: ChildMessage): void {
  process.send?.(message);
}
