import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { listSequences, type TableShape } from './databaseTables.ts';

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

export interface SequenceState {
  readonly name: string;
  readonly value: number;
  readonly isCalled: boolean;
}

/** Rows arrive table by table, not in the order of their references; `restoreConstraints` checks them at the end. */
export async function dropForeignKeys(db: Kysely<Schema>): Promise<ForeignKey[]> {
  const constraints = await listForeignKeys(db);
  for (const { table, name } of constraints) {
    await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(name)}`.execute(db);
  }
  return constraints;
}

/** Stops the triggers, and deletes what the migrations seeded: the source holds it too, perhaps changed since. */
export async function clearTables(db: Kysely<Schema>, tables: readonly TableShape[]): Promise<void> {
  for (const { name } of tables) {
    await sql`ALTER TABLE ${sql.table(name)} DISABLE TRIGGER USER`.execute(db);
    await sql`DELETE FROM ${sql.table(name)}`.execute(db);
  }
}

export async function restoreConstraints(
  db: Kysely<Schema>,
  {
    tables,
    constraints,
    sequences,
  }: {
    readonly tables: readonly TableShape[];
    readonly constraints: readonly ForeignKey[];
    readonly sequences: readonly SequenceState[];
  },
): Promise<void> {
  for (const { name } of tables) {
    await sql`ALTER TABLE ${sql.table(name)} ENABLE TRIGGER USER`.execute(db);
  }
  for (const { table, name, definition } of constraints) {
    const add = sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(definition)}`;
    await add.execute(db);
  }
  for (const { name, value, isCalled } of sequences) {
    await sql`SELECT setval(${name}::regclass, ${value}, ${isCalled})`.execute(db);
  }
}

export async function insertLines(
  db: Kysely<Schema>,
  { name, columns }: TableShape,
  lines: readonly string[],
): Promise<void> {
  const values = columns.map(({ type }, i) => sql`(line ->> ${sql.lit(i)})::${sql.raw(type)}`);
  await sql`
    INSERT INTO ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
    SELECT ${sql.join(values)} FROM jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) AS line`.execute(
    db,
  );
}

export async function readSequences(db: Kysely<Schema>): Promise<SequenceState[]> {
  const sequences: SequenceState[] = [];
  for (const name of await listSequences(db)) {
    const { rows } = await sql<{ value: number; isCalled: boolean }>`
      SELECT last_value AS value, is_called AS "isCalled" FROM ${sql.table(name)}`.execute(db);
    for (const row of rows) sequences.push({ name, ...row });
  }
  return sequences;
}

/**
 * Clears the image cache: its entries are dated by transactions of the database that the rows come from, and the
 * new database has others.
 */
export async function invalidateRenderings(db: Kysely<Schema>): Promise<void> {
  await sql`DELETE FROM map_changes`.execute(db);
  await sql`DELETE FROM server_secrets WHERE name = 'map-pictures'`.execute(db);
}

async function listForeignKeys(db: Kysely<Schema>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    SELECT r.relname AS "table", c.conname AS name, pg_get_constraintdef(c.oid) AS definition
    FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
    WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace ORDER BY 1, 2`.execute(db);
  return rows;
}
