import { limits } from '@pgis/contract';
import { type IsolationLevel, type Kysely, sql, type Transaction } from 'kysely';
import { withStatementLimit } from './connection/statementDeadline.ts';
import { runInScope } from './connection/transactionScope.ts';
import type { Database } from './Database.ts';
import type { Schema } from './schema.ts';

export interface TransactionOptions {
  /**
   * Limit for each statement, 5 s by default; 0 means no limit. Past it: error 57014, and nothing of the
   * transaction happened.
   */
  readonly statementMs?: number | undefined;
  /** Time that the transaction may wait for its own program between two statements, 10 s by default. */
  readonly idleMs?: number | undefined;
  readonly isolationLevel?: IsolationLevel | undefined;
}

/**
 * Runs `body` in one transaction: commits when it resolves, rolls back when it throws. Nothing is retried.
 *
 * Name the handle `db`, so that it hides the outer one: inside a transaction the outer handle throws. On the
 * embedded engine all other queries wait until the transaction ends, so it must not wait for anything else
 * (files, network, users).
 */
export async function inTransaction<T>(
  database: Database,
  { statementMs, idleMs, isolationLevel }: TransactionOptions,
  body: (db: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const begin = database.db.transaction();
  const limitsOfIt = {
    statementMs: statementMs ?? limits.statementMs.request,
    idleMs: idleMs ?? limits.statementMs.idleInTransaction,
  };
  let failure: { readonly error: unknown } | undefined;
  const run = async (db: Transaction<Schema>) => {
    try {
      await setLocalLimits(db, limitsOfIt);
      return await runInScope(database.pool, () => body(db));
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  const transaction = isolationLevel === undefined ? begin : begin.setIsolationLevel(isolationLevel);
  try {
    return await withStatementLimit(limitsOfIt.statementMs, () => transaction.execute(run));
  } catch (error) {
    // After a lost connection kysely reports that it could not roll back, and not why.
    throw failure === undefined ? error : failure.error;
  }
}

/**
 * SET LOCAL ends with the transaction, so a pooler may give the connection to anybody afterwards. JIT is off
 * because compiling takes longer than any of our statements gains by it.
 */
async function setLocalLimits<T>(
  db: Kysely<T>,
  { statementMs, idleMs }: { statementMs: number; idleMs: number },
): Promise<void> {
  await sql
    .raw(
      `SET LOCAL jit = off; SET LOCAL statement_timeout = ${Math.ceil(statementMs)}; ` +
        `SET LOCAL lock_timeout = ${limits.statementMs.lock}; ` +
        `SET LOCAL idle_in_transaction_session_timeout = ${Math.ceil(idleMs)}`,
    )
    .execute(db);
}
