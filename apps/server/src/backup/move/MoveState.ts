import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/Database.ts';
import type { Schema } from '../../db/schema.ts';
import type { ForeignKey } from '../loadTables.ts';
import type { RowKey } from './pageRows.ts';

export interface TableProgress {
  readonly rows: number;
  /** Key of the last row that was copied. */
  readonly last: RowKey | null;
  readonly isDone: boolean;
}

interface MoveHeader {
  readonly lockId: string;
  /** Foreign keys that the target gets back at the end. */
  readonly constraints: readonly ForeignKey[];
}

/** State of an unfinished move, kept by its target in a schema of its own beside the tables. */
export class MoveState {
  readonly lockId: string;
  readonly constraints: readonly ForeignKey[];
  readonly #target: Database;

  private constructor(target: Database, { lockId, constraints }: MoveHeader) {
    this.#target = target;
    this.lockId = lockId;
    this.constraints = constraints;
  }

  static async create(target: Database, db: Kysely<Schema>, header: MoveHeader): Promise<MoveState> {
    await sql`CREATE SCHEMA pgis_move`.execute(db);
    await sql`CREATE TABLE pgis_move.state (name text PRIMARY KEY, value jsonb NOT NULL)`.execute(db);
    await save(db, '', header);
    return new MoveState(target, header);
  }

  /** Returns undefined when there is no unfinished move into this database. */
  static async find(target: Database): Promise<MoveState | undefined> {
    const { rows } = await sql<{
      table: string | null;
    }>`SELECT to_regclass('pgis_move.state')::text AS "table"`.execute(target.db);
    if (rows[0]?.table == null) return undefined;
    const header = await read<MoveHeader>(target.db, '');
    return header && new MoveState(target, header);
  }

  progressOf(table: string): Promise<TableProgress | undefined> {
    return read<TableProgress>(this.#target.db, table);
  }

  save(db: Kysely<Schema>, table: string, progress: TableProgress): Promise<void> {
    return save(db, table, progress);
  }

  async remove(db: Kysely<Schema>): Promise<void> {
    await sql`DROP SCHEMA pgis_move CASCADE`.execute(db);
  }
}

async function read<T>(db: Kysely<Schema>, name: string): Promise<T | undefined> {
  const { rows } = await sql<{ value: T }>`SELECT value FROM pgis_move.state WHERE name = ${name}`.execute(
    db,
  );
  return rows[0]?.value;
}

async function save(db: Kysely<Schema>, name: string, value: unknown): Promise<void> {
  await sql`INSERT INTO pgis_move.state VALUES (${name}, ${JSON.stringify(value)}::jsonb)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(db);
}
