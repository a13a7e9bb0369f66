import { sql } from 'kysely';
import type { Database } from '../../db/openDatabase.ts';
import { advice, type Finding, ok } from './Finding.ts';

const MIN_DEAD_ROWS = 10_000;
const MAX_DEAD_SHARE = 0.2;
const MIN_ROWS_READ = 10_000;
const MIN_SCANS = 1_000;

interface TableRow {
  readonly name: string;
  readonly live: number;
  readonly dead: number;
  readonly scans: number;
  /** Rows that a scan of the whole table reads, on average. */
  readonly rowsPerScan: number;
  readonly isAnalyzed: boolean;
}

/** Names tables with many dead rows, without statistics for the planner, and large ones that are read as a whole. */
export async function checkTables({ db, kind }: Database): Promise<Finding[]> {
  const { rows } = await sql<TableRow>`
    SELECT relname AS name, n_live_tup::double precision AS live, n_dead_tup::double precision AS dead,
           seq_scan::double precision AS scans,
           (seq_tup_read / greatest(seq_scan, 1))::double precision AS "rowsPerScan",
           coalesce(last_analyze, last_autoanalyze) IS NOT NULL AS "isAnalyzed"
    FROM pg_stat_user_tables WHERE schemaname = 'public' ORDER BY relname`.execute(db);
  // The embedded database has no autovacuum that anybody could set.
  const findings = kind === 'embedded' ? [] : rows.flatMap((row) => [...checkTable(row)]);
  const live = rows.reduce((sum, row) => sum + row.live, 0);
  return findings.length > 0 ? findings : [ok(`${rows.length} tables with about ${live} rows are in order.`)];
}

export function* checkTable({
  name,
  live,
  dead,
  scans,
  rowsPerScan,
  isAnalyzed,
}: TableRow): Generator<Finding> {
  if (dead > MIN_DEAD_ROWS && dead > MAX_DEAD_SHARE * (live + dead))
    yield advice(
      `${name} has ${dead} dead rows beside ${live} live ones: VACUUM ${name}, and ALTER TABLE ${name} SET (autovacuum_vacuum_scale_factor = 0.05).`,
    );
  if (!isAnalyzed && live > MIN_ROWS_READ) yield advice(`${name} was never analysed: ANALYZE ${name}.`);
  if (scans > MIN_SCANS && rowsPerScan > MIN_ROWS_READ)
    yield advice(
      `${name} was read as a whole ${scans} times, ${rowsPerScan} rows each: look in pg_stat_statements for the query that lacks an index.`,
    );
}
