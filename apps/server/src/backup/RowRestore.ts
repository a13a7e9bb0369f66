import { sql, type Transaction } from 'kysely';
import { migrateInTransaction } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Schema } from '../db/schema.ts';
import type { BackupManifest } from './BackupManifest.ts';
import { listTables, readLines, setTextFormat, type TableShape } from './databaseTables.ts';
import { RowChecksum } from './RowChecksum.ts';

const BATCH_LENGTH = 1_000_000;
const BATCH_LINES = 2_000;

/**
 * Restores the rows of a backup into a database without tables: the schema that the backup was made with, the
 * rows, then the comparison. Everything runs in the caller's transaction, so it happens as a whole or not at
 * all.
 */
export class RowRestore {
  readonly #db: Transaction<Schema>;
  readonly #manifest: BackupManifest;
  readonly #tables: ReadonlyMap<string, TableShape>;
  readonly #constraints: readonly ForeignKey[];

  private constructor(
    db: Transaction<Schema>,
    manifest: BackupManifest,
    {
      tables,
      constraints,
    }: { readonly tables: readonly TableShape[]; readonly constraints: readonly ForeignKey[] },
  ) {
    this.#db = db;
    this.#manifest = manifest;
    this.#tables = new Map(tables.map((table) => [table.name, table]));
    this.#constraints = constraints;
  }

  static async begin(db: Transaction<Schema>, manifest: BackupManifest): Promise<RowRestore> {
    if ((await listTables(db)).length > 0) {
      throw new Error('The database already has tables; a backup is restored only into an empty one');
    }
    await migrateInTransaction(db, { upTo: checkMigrations(manifest) });
    await setTextFormat(db);
    const tables = await listTables(db);
    checkShapes(manifest, tables);
    const constraints = await listForeignKeys(db);
    // Rows arrive table by table, not in the order of their references; foreign keys are checked at the end.
    for (const { table, name } of constraints) {
      await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(name)}`.execute(db);
    }
    for (const { name } of tables) {
      await sql`ALTER TABLE ${sql.table(name)} DISABLE TRIGGER USER`.execute(db);
      // The backup also holds what the migrations seeded, perhaps changed since.
      await sql`DELETE FROM ${sql.table(name)}`.execute(db);
    }
    return new RowRestore(db, manifest, { tables, constraints });
  }

  async load(tableName: string, lines: AsyncIterable<string>): Promise<void> {
    const table = this.#tables.get(tableName);
    if (table === undefined) throw new Error(`The backup contains rows of an unknown table: ${tableName}`);
    let batch: string[] = [];
    let length = 0;
    for await (const line of lines) {
      batch.push(line);
      length += line.length;
      if (length < BATCH_LENGTH && batch.length < BATCH_LINES) continue;
      await this.#insert(table, batch);
      batch = [];
      length = 0;
    }
    if (batch.length > 0) await this.#insert(table, batch);
  }

  /**
   * Restores the constraints and triggers that `begin` dropped. Throws unless every table matches the
   * backup's checksum.
   */
  async finish(onProgress: (line: string) => void): Promise<void> {
    const db = this.#db;
    for (const { name } of this.#tables.values()) {
      await sql`ALTER TABLE ${sql.table(name)} ENABLE TRIGGER USER`.execute(db);
    }
    for (const { table, name, definition } of this.#constraints) {
      const add = sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(definition)}`;
      await add.execute(db);
    }
    for (const { name, value, isCalled } of this.#manifest.sequences) {
      await sql`SELECT setval(${name}::regclass, ${value}, ${isCalled})`.execute(db);
    }
    for (const { name, rows, checksum } of this.#manifest.tables) {
      const found = await this.#sumUp(name);
      if (found.rows !== rows || found.toString() !== checksum) {
        throw new Error(`Table ${name} differs from the backup: ${found.rows} rows, ${rows} expected`);
      }
      onProgress(`${name}: ${rows} rows`);
    }
  }

  async #insert({ name, columns }: TableShape, lines: readonly string[]): Promise<void> {
    const values = columns.map(({ type }, i) => sql`(line ->> ${sql.lit(i)})::${sql.raw(type)}`);
    await sql`
      INSERT INTO ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
      SELECT ${sql.join(values)} FROM jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) AS line`.execute(
      this.#db,
    );
  }

  async #sumUp(tableName: string): Promise<RowChecksum> {
    const sum = new RowChecksum();
    const table = this.#tables.get(tableName);
    if (table === undefined) return sum;
    for await (const line of readLines(this.#db, table)) sum.add(line);
    return sum;
  }
}

/** Returns the newest migration of the backup. Throws when this version of the program does not know it. */
function checkMigrations(manifest: BackupManifest): string {
  const known = Object.keys(migrations).sort();
  const unknown = manifest.migrations.find((name, i) => known[i] !== name);
  if (unknown !== undefined) {
    throw new Error(`The backup comes from a newer version of the program (migration ${unknown})`);
  }
  const newest = manifest.migrations.at(-1);
  if (newest === undefined) throw new Error('The backup contains no schema');
  return newest;
}

function checkShapes(manifest: BackupManifest, tables: readonly TableShape[]): void {
  const expected = manifest.tables.map(({ name, columns }) => `${name} (${columns.join(', ')})`);
  const present = tables.map(({ name, columns }) => `${name} (${columns.map((c) => c.name).join(', ')})`);
  const different = [
    ...expected.filter((shape) => !present.includes(shape)),
    ...present.filter((shape) => !expected.includes(shape)),
  ];
  if (different.length > 0)
    throw new Error(`The backup has other tables than its migrations make: ${different.join('; ')}`);
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function listForeignKeys(db: Transaction<Schema>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    SELECT r.relname AS "table", c.conname AS name, pg_get_constraintdef(c.oid) AS definition
    FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
    WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace ORDER BY 1, 2`.execute(db);
  return rows;
}
