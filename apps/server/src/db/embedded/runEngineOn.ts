import { existsSync, rmSync } from 'node:fs';
import type pg from 'pg';
import { defaultLimits } from './childProtocol.ts';
import { EngineProcess } from './EngineProcess.ts';
import { openEmbeddedPool } from './embeddedPool.ts';
import { makeSocketDir, removeSocketDir, toSocketPath } from './files/socketDir.ts';
import { makeSlimPostgis } from './slimPostgis.ts';

const STATEMENT_MS = 600_000;

/** Starts an engine for one piece of work on a directory that no other process knows. */
export async function runEngineOn<T>(databaseDir: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const socketDir = makeSocketDir();
  const lockPath = `${databaseDir}.lock`;
  try {
    const socketPath = toSocketPath(socketDir);
    // CREATE EXTENSION needs files that only the whole archive has.
    const postgisArchive = existsSync(databaseDir) ? await makeSlimPostgis() : undefined;
    const engine = await EngineProcess.start(
      { databaseDir, lockPath, socketPath, limits: defaultLimits, postgisArchive },
      () => {},
    );
    try {
      const pool = openEmbeddedPool(socketDir, STATEMENT_MS);
      return await work(pool).finally(() => pool.end());
    } finally {
      await engine.close(0);
    }
  } finally {
    removeSocketDir(socketDir);
    rmSync(lockPath, { force: true });
  }
}
