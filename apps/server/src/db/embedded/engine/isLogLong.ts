import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Size of a segment of the write-ahead log; small ones keep new data directories and their snapshots small.
 */
export const LOG_SEGMENT_MB = 1;
/** More than `max_wal_size` (64 segments), which PostgreSQL keeps for reuse. */
const LONG_SEGMENTS = 96;

/**
 * True when it is time for a checkpoint. PGlite runs PostgreSQL in single-user mode, which never makes one by
 * itself: 30 000 rows of 6 KB left 206 MB of log, which would grow until the next clean stop.
 */
export function isLogLong(databaseDir: string): boolean {
  return readdirSync(join(databaseDir, 'pg_wal')).length > LONG_SEGMENTS;
}
