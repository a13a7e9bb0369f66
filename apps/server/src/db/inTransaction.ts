import { limits } from '@pgis/contract';
import { type IsolationLevel, type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './Database.ts';
import type { Schema } from './schema.ts';
import { runInScope } from './transactionScope.ts';

export interface TransactionOptions {
  /** Of each statement, 5 s unless told; 0 means no limit. Past it: error 57014, and nothing of it happened. */
  readonly statementMs?: number | undefined;
  /** How long the transaction may wait for its own program between two statements, 10 s unless told. */
  readonly idleMs?: number | undefined;
  readonly isolationLevel?: IsolationLevel | undefined;
}

/**
 * Runs `body` in one transaction: commits when it resolves, rolls back when it throws. Nothing is retried.
 *
 * Name the handle `db`, so that it hides the outer one: inside, the outer handle throws. On the embedded engine all
 * other queries wait until the transaction ends, so it does no other waiting (files, network, people).
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
  try {
    return await (isolationLevel === undefined ? begin : begin.setIsolationLevel(isolationLevel)).execute(
      run,
    );
  } catch (error) {
    // Where the connection is lost kysely reports that it could not roll back, and not why.
    throw failure === undefined ? error : failure.error;
  }
}

/**
 * SET LOCAL ends with the transaction, so a pooler may give the connection to anybody afterwards. Compiling takes longer
 * than any of our statements gains by it.
 */
export async function setLocalLimits<T>(
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
