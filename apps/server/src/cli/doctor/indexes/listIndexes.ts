import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

export interface IndexRow {
  readonly name: string;
  readonly table: string;
  readonly definition: string;
  readonly isValid: boolean;
  readonly isUnique: boolean;
  readonly bytes: number;
  /** Number of its uses since the statistics began. */
  readonly scans: number;
}

export interface Indexes {
  readonly indexes: readonly IndexRow[];
  /** Age of the statistics. */
  readonly observedDays: number;
}

/** Lists the indexes of our tables, without those of extensions. */
export async function listIndexes(db: Kysely<Schema>): Promise<Indexes> {
  const { rows: indexes } = await sql<IndexRow>`
    SELECT i.relname AS name, t.relname AS "table", pg_get_indexdef(x.indexrelid) AS definition,
           x.indisvalid AS "isValid", x.indisunique AS "isUnique",
           pg_relation_size(x.indexrelid)::double precision AS bytes,
           coalesce(s.idx_scan, 0)::double precision AS scans
    FROM pg_index x
    JOIN pg_class i ON i.oid = x.indexrelid
    JOIN pg_class t ON t.oid = x.indrelid
    LEFT JOIN pg_stat_user_indexes s ON s.indexrelid = x.indexrelid
    WHERE t.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d
                      WHERE d.classid = 'pg_class'::regclass AND d.objid = t.oid AND d.deptype = 'e')
    ORDER BY t.relname, i.relname`.execute(db);
  const { rows } = await sql<{ days: number }>`
    SELECT (extract(epoch FROM now() - coalesce(stats_reset, pg_postmaster_start_time())) / 86400)::double precision AS days
    FROM pg_stat_database WHERE datname = current_database()`.execute(db);
  return { indexes, observedDays: rows[0]?.days ?? 0 };
}
