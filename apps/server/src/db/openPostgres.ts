import { limits } from '@pgis/contract';
import pg from 'pg';
import { DeadlineClient } from './connection/DeadlineClient.ts';
import { wireTypes } from './connection/wireTypes.ts';

const POOL_SIZE = 10;
const CONNECT_WAIT_MS = 5_000;

/**
 * Opens a pool on PostgreSQL. Statements outside a transaction get their time limits as startup parameters.
 * pgbouncer refuses those (or drops them when told to); behind it the pool goes without, and only
 * `inTransaction`, which uses SET LOCAL, limits the time: set `statement_timeout` on the role there
 * (docs/operations.md).
 */
export async function openPostgres(databaseUrl: string): Promise<pg.Pool> {
  const limited = makePool(databaseUrl, {
    statement_timeout: limits.statementMs.request,
    lock_timeout: limits.statementMs.lock,
    idle_in_transaction_session_timeout: limits.statementMs.idleInTransaction,
    // Compiling takes longer than any of our statements gains by it.
    options: '-c jit=off',
  });
  try {
    await limited.query('SELECT 1');
    return limited;
  } catch (error) {
    await limited.end();
    if (!isStartupParameterRefused(error)) throw error;
  }
  const pool = makePool(databaseUrl, {});
  await pool.query('SELECT 1');
  return pool;
}

function makePool(databaseUrl: string, limits: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    Client: DeadlineClient,
    max: POOL_SIZE,
    types: wireTypes,
    connectionTimeoutMillis: CONNECT_WAIT_MS,
    application_name: 'pgis',
    ...limits,
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the program.
  pool.on('error', () => {});
  return pool;
}

/** True for pgbouncer's `08P01 unsupported startup parameter: statement_timeout`. */
function isStartupParameterRefused(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/i.test(error.message);
}
