import type { Transaction } from 'kysely';
import { migrateInTransaction } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Schema } from '../db/schema.ts';
import type { BackupManifest } from './BackupManifest.ts';
import { listTables, readLines, setTextFormat, type TableShape } from './databaseTables.ts';
import {
  clearTables,
  dropForeignKeys,
  type ForeignKey,
  insertLines,
  restoreConstraints,
} from './loadTables.ts';
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
    const constraints = await dropForeignKeys(db);
    await clearTables(db, tables);
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
      await insertLines(this.#db, table, batch);
      batch = [];
      length = 0;
    }
    if (batch.length > 0) await insertLines(this.#db, table, batch);
  }

  /**
   * Restores the constraints and triggers that `begin` dropped. Throws unless every table matches the
   * backup's checksum.
   */
  async finish(onProgress: (line: string) => void): Promise<void> {
    const db = this.#db;
    await restoreConstraints(db, {
      tables: [...this.#tables.values()],
      constraints: this.#constraints,
      sequences: this.#manifest.sequences,
    });
    for (const { name, rows, checksum } of this.#manifest.tables) {
      const found = await this.#sumUp(name);
      if (found.rows !== rows || found.toString() !== checksum) {
        throw new Error(`Table ${name} differs from the backup: ${found.rows} rows, ${rows} expected`);
      }
      onProgress(`${name}: ${rows} rows`);
    }
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
