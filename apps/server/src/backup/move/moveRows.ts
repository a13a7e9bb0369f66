import { sql } from 'kysely';
import type { Database } from '../../db/Database.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { migrateInTransaction } from '../../db/migrate.ts';
import { listTables, setTextFormat, type TableShape } from '../databaseTables.ts';
import {
  clearTables,
  dropForeignKeys,
  insertLines,
  invalidateRenderings,
  readSequences,
  restoreConstraints,
} from '../loadTables.ts';
import { RowChecksum } from '../RowChecksum.ts';
import { MoveState } from './MoveState.ts';
import { pageRows } from './pageRows.ts';

export interface MoveOptions {
  readonly source: Database;
  /** An empty database, or one in which a move from this source broke off. */
  readonly target: Database;
  /** Id of `lockWrites` on the source. */
  readonly lockId: string;
  readonly onProgress: (line: string) => void;
}

export interface MovedRows {
  readonly tables: number;
  readonly rows: number;
}

const UNLIMITED = { statementMs: 0, idleMs: 0 } as const;

/**
 * Copies all rows, compares every row, then restores keys, triggers and sequences. Broken off at any moment it goes on
 * behind the last page that was committed; until it has finished, no server starts on the target.
 */
export async function moveRows(options: MoveOptions): Promise<MovedRows> {
  const { source, target, onProgress } = options;
  const tables = await listTables(source.db);
  const state = await openTarget(options);
  for (const table of tables) await copyTable(options, state, table);
  let rows = 0;
  for (const table of tables) {
    const count = await compareTable(options, table);
    onProgress(`${table.name}: ${count} rows, all equal`);
    rows += count;
  }
  await finish(options, { state, tables });
  await target.pool.query('ANALYZE');
  return { tables: tables.length, rows };
}

async function openTarget({ source, target, lockId, onProgress }: MoveOptions): Promise<MoveState> {
  const found = await MoveState.find(target);
  if (found !== undefined) {
    if (found.lockId !== lockId)
      throw new Error('The source was unlocked since this move began. Empty the target and move again.');
    onProgress('Going on where the move broke off');
    return found;
  }
  return await inTransaction(target, UNLIMITED, async (db) => {
    if ((await listTables(db)).length > 0)
      throw new Error('The target already has tables; a move needs an empty database');
    await migrateInTransaction(db, { onProgress });
    const tables = await listTables(db);
    const expected = JSON.stringify(await listTables(source.db));
    if (JSON.stringify(tables) !== expected)
      throw new Error('The source has other tables than this version makes; start the server on it once');
    const constraints = await dropForeignKeys(db);
    await clearTables(db, tables);
    return await MoveState.create(target, db, { lockId, constraints });
  });
}

async function copyTable(
  { source, target, onProgress }: MoveOptions,
  state: MoveState,
  table: TableShape,
): Promise<void> {
  const begun = await state.progressOf(table.name);
  if (begun?.isDone) return;
  let copied = begun?.rows ?? 0;
  for await (const { lines, last } of pageRows(source, table, begun?.last ?? undefined)) {
    copied += lines.length;
    const rows = copied;
    await inTransaction(target, UNLIMITED, async (db) => {
      await setTextFormat(db);
      await insertLines(db, table, lines);
      await state.save(db, table.name, { rows, last, isDone: false });
    });
  }
  await state.save(target.db, table.name, { rows: copied, last: null, isDone: true });
  onProgress(`${table.name}: ${copied} rows copied`);
}

async function compareTable({ source, target }: MoveOptions, table: TableShape): Promise<number> {
  const [expected, found] = [await sumUp(source, table), await sumUp(target, table)];
  if (expected.rows !== found.rows || expected.toString() !== found.toString())
    throw new Error(
      `Table ${table.name} differs: ${found.rows} rows instead of ${expected.rows}, or others. Empty the target and move again.`,
    );
  return expected.rows;
}

async function sumUp(database: Database, table: TableShape): Promise<RowChecksum> {
  const sum = new RowChecksum();
  for await (const { lines } of pageRows(database, table, undefined)) for (const line of lines) sum.add(line);
  return sum;
}

async function finish(
  { source, target }: MoveOptions,
  { state, tables }: { readonly state: MoveState; readonly tables: readonly TableShape[] },
): Promise<void> {
  const sequences = await readSequences(source.db);
  await inTransaction(target, UNLIMITED, async (db) => {
    await sql`SELECT set_config('lock_timeout', '60000', true)`.execute(db);
    await restoreConstraints(db, { tables, constraints: state.constraints, sequences });
    await invalidateRenderings(db);
    await state.remove(db);
  });
}
