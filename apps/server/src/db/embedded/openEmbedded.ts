import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { FileLock } from '../../runtime/FileLock.ts';
import { defaultLimits, type EngineLimits } from './childProtocol.ts';
import { DirectoryInUseError } from './DirectoryInUseError.ts';
import { EngineProcess } from './EngineProcess.ts';
import { answers, openEmbeddedPool } from './embeddedPool.ts';
import { findEngineFile, removeEngineFile, writeEngineFile } from './files/engineFile.ts';
import { makeSocketDir, removeSocketDir, toSocketPath } from './files/socketDir.ts';
import { makeSlimPostgis } from './slimPostgis.ts';

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** `server` starts the engine or throws DirectoryInUseError; `join` uses a running one, else starts its own. */
  readonly mode: 'server' | 'join';
  readonly onProgress: (line: string) => void;
  readonly limits?: Partial<EngineLimits>;
  readonly maxMemoryMb?: number | undefined;
  /** Fills a directory that has no PostgreSQL files yet; without it the engine creates them itself. */
  readonly prepare?: ((databaseDir: string) => Promise<void>) | undefined;
}

export interface EmbeddedDatabase {
  readonly pool: pg.Pool;
  /** The engine that this process started; undefined when it joined a running one. */
  readonly engine: EngineProcess | undefined;
  close(): Promise<void>;
}

/** A starting server has its engine ready within 30 s even at a first boot on a slow machine. */
const JOIN_WAIT_MS = 60_000;

export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(options.dataDir);
  const giveUpAt = Date.now() + JOIN_WAIT_MS;
  for (;;) {
    const lock = FileLock.take(join(dataDir, 'owner.lock'));
    if (lock !== undefined) return await startOwn({ ...options, dataDir }, lock);
    const running = findEngineFile(dataDir);
    if (options.mode === 'server') throw new DirectoryInUseError(dataDir, running?.ownerPid);
    if (running !== undefined && (await answers(running.socketDir)))
      return joinRunning(running.socketDir, options);
    if (Date.now() > giveUpAt) throw new DirectoryInUseError(dataDir, running?.ownerPid);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function joinRunning(socketDir: string, { limits }: EmbeddedOptions): EmbeddedDatabase {
  const pool = openEmbeddedPool(socketDir, { ...defaultLimits, ...limits }.statementMs);
  return { pool, engine: undefined, close: () => pool.end() };
}

async function startOwn(options: EmbeddedOptions, lock: FileLock): Promise<EmbeddedDatabase> {
  const { dataDir, onProgress } = options;
  const limits = { ...defaultLimits, ...options.limits };
  removeLeftOver(dataDir);
  const socketDir = makeSocketDir();
  const removeTraces = () => {
    removeEngineFile(dataDir);
    removeSocketDir(socketDir);
    lock.release();
  };
  try {
    const databaseDir = join(dataDir, 'database');
    await options.prepare?.(databaseDir);
    // CREATE EXTENSION needs files that only the whole archive has.
    const postgisArchive = existsSync(databaseDir) ? await makeSlimPostgis() : undefined;
    const engine = await EngineProcess.start(
      {
        databaseDir,
        lockPath: join(dataDir, 'engine.lock'),
        socketPath: toSocketPath(socketDir),
        limits,
        maxMemoryMb: options.maxMemoryMb,
        postgisArchive,
      },
      onProgress,
    );
    writeEngineFile(dataDir, { socketDir, ownerPid: process.pid });
    const pool = openEmbeddedPool(socketDir, limits.statementMs);
    const close = async () => {
      await pool.end();
      await engine.close(options.mode === 'server' ? SERVER_DRAIN_MS : COMMAND_DRAIN_MS);
      removeTraces();
    };
    return { pool, engine, close };
  } catch (error) {
    removeTraces();
    throw error;
  }
}

/** A server stops soon; a command lets another one that joined its engine finish. */
const SERVER_DRAIN_MS = 3_000;
const COMMAND_DRAIN_MS = 600_000;

/** Deletes the directory of an engine that nobody runs any more, with its socket; one in use stays. */
export async function removeAbandoned(dataDir: string): Promise<void> {
  const lock = FileLock.take(join(dataDir, 'owner.lock'));
  if (lock === undefined) return;
  try {
    removeLeftOver(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  } finally {
    lock.release();
  }
}

/** Removes the socket directory of an owner that was killed. */
function removeLeftOver(dataDir: string): void {
  const leftOver = findEngineFile(dataDir);
  if (leftOver !== undefined) removeSocketDir(leftOver.socketDir);
  removeEngineFile(dataDir);
}
