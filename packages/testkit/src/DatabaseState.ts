import type { Database } from '@pgis/server';
import type { PoolClient } from 'pg';

/** The product's relations of a kind; those of extensions are left out. */
const ownRelations = (kind: 'r' | 'S') => `
  SELECT quote_ident(c.relname) AS name
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = '${kind}'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.relname`;

/** Hash of everything that a test may change by DDL. */
const SCHEMA_HASH = `
  SELECT md5(string_agg(line, E'\\n' ORDER BY line)) AS hash FROM (
    SELECT concat_ws(' ', 'relation', c.relname, c.relkind, c.relpersistence, c.reloptions) AS line
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', 'column', attrelid::regclass, attname, atttypid::regtype, attnotnull)
      FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
    UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 0
    UNION ALL SELECT concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(oid))
      FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT concat_ws(' ', 'function', oid::regprocedure, md5(prosrc))
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  ) lines`;

interface TableRows {
  readonly table: string;
  /** Names of the columns that can be inserted, in their order. */
  readonly columns: string;
  /** The rows as a JSON array. */
  readonly json: string;
}

interface SequenceValue {
  readonly name: string;
  readonly value: string;
  readonly isCalled: boolean;
}

/** Rows, sequences and schema of a database, to which it can be put back. */
export class DatabaseState {
  readonly #schemaHash: string;
  readonly #tables: readonly string[];
  readonly #rows: readonly TableRows[];
  readonly #sequences: readonly SequenceValue[];

  private constructor(
    schemaHash: string,
    tables: readonly string[],
    rows: readonly TableRows[],
    sequences: readonly SequenceValue[],
  ) {
    this.#schemaHash = schemaHash;
    this.#tables = tables;
    this.#rows = rows;
    this.#sequences = sequences;
  }

  static async read(database: Database): Promise<DatabaseState> {
    return await withClient(database, async (client) => {
      const tables = await listNames(client, 'r');
      const rows: TableRows[] = [];
      for (const table of tables) rows.push(...(await readRows(client, table)));
      const sequences: SequenceValue[] = [];
      for (const name of await listNames(client, 'S')) {
        const { rows: found } = await client.query(`SELECT last_value::text, is_called FROM ${name}`);
        sequences.push({ name, value: found[0].last_value, isCalled: found[0].is_called });
      }
      return new DatabaseState(await readSchemaHash(client), tables, rows, sequences);
    });
  }

  /** Returns false, and changes nothing, when the schema is no longer the same. */
  async restore(database: Database): Promise<boolean> {
    return await withClient(database, async (client) => {
      if ((await readSchemaHash(client)) !== this.#schemaHash) return false;
      // Without triggers, which refuse to empty the log.
      await client.query('BEGIN; SET LOCAL statement_timeout = 60000');
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query(`TRUNCATE ${this.#tables.join(', ')}`);
      for (const { table, columns, json } of this.#rows) {
        await client.query(
          `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
           SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`,
          [json],
        );
      }
      for (const { name, value, isCalled } of this.#sequences) {
        await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
      }
      // Statistics of rows that are gone would mislead the planner.
      await client.query(
        `DELETE FROM pg_statistic WHERE starelid IN (
           SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
      );
      await client.query('COMMIT');
      return true;
    });
  }
}

async function withClient<T>({ pool }: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

async function listNames(client: PoolClient, kind: 'r' | 'S'): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(ownRelations(kind));
  return rows.map(({ name }) => name);
}

async function readSchemaHash(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ hash: string }>(SCHEMA_HASH);
  return rows[0]?.hash ?? '';
}

/** Returns nothing for an empty table. */
async function readRows(client: PoolClient, table: string): Promise<readonly TableRows[]> {
  const { rows } = await client.query<{ json: string | null }>(
    `SELECT json_agg(t)::text AS json FROM ${table} t`,
  );
  const json = rows[0]?.json ?? null;
  if (json === null) return [];
  const { rows: columns } = await client.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  return [{ table, columns: columns[0]?.columns ?? '', json }];
}
