import { connect } from 'node:net';
import pg from 'pg';
import { PoolClient } from '../connection/PoolClient.ts';
import { wireTypes } from '../connection/wireTypes.ts';
import { SOCKET_PORT, toSocketPath } from './files/socketDir.ts';
import { encryptionRequest } from './wire/wireRequest.ts';

/** A restart after a crash takes 2 to 4 s, and several times that on a busy machine. */
const CONNECT_WAIT_MS = 30_000;
const SLOT_WAIT_MS = 45_000;

/**
 * Opens a pool of ONE connection. All clients of the engine share one session; more would only wait for each
 * other.
 */
export function openEmbeddedPool(socketDir: string, statementMs: number): pg.Pool {
  class EmbeddedClient extends PoolClient {
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const answering = waitForAnswer(socketDir, CONNECT_WAIT_MS);
      if (callback === undefined) return answering.then(() => super.connect()).then(() => this);
      answering.then(() => super.connect(callback), callback);
      return undefined;
    }
  }
  const pool = new pg.Pool({
    Client: EmbeddedClient,
    host: socketDir,
    port: SOCKET_PORT,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    types: wireTypes,
    statement_timeout: statementMs,
    connectionTimeoutMillis: SLOT_WAIT_MS,
    idleTimeoutMillis: 0,
  });
  // An idle connection ends with the engine; the pool replaces it at the next query.
  pool.on('error', () => {});
  return pool;
}

class EngineAwayError extends Error {
  /** PostgreSQL's cannot_connect_now. */
  readonly code = '57P03';

  constructor(waitedMs: number) {
    super(`The embedded database does not answer (${waitedMs} ms)`);
  }
}

/** Waits while the engine restarts; a refused connection would fail the query. */
async function waitForAnswer(socketDir: string, waitMs: number): Promise<void> {
  const giveUpAt = Date.now() + waitMs;
  while (!(await answers(socketDir))) {
    if (Date.now() > giveUpAt) throw new EngineAwayError(waitMs);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/**
 * True when the engine answers a query. An accepted connection is not enough, because the socket of a process
 * that is being killed still accepts. Waits for as long as a healthy engine is busy with another client's
 * statement.
 */
export function answers(socketDir: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(toSocketPath(socketDir), () => socket.write(encryptionRequest));
    socket.on('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(false));
  });
}
