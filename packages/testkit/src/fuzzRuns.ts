import type { Database } from '@pgis/server';
import { listTestEngines } from './describeOnEachDatabase.ts';

/**
 * Number of random cases of a test on a database: `all` on PostgreSQL, and the first tenth of them on the embedded one
 * in a run that has both. Random input finds its faults before or in the SQL, which is the same on both.
 */
export function fuzzRuns({ kind }: Database, all: number): number {
  return kind === 'embedded' && listTestEngines().includes('postgres') ? Math.ceil(all / 10) : all;
}
