import type { Database } from '@pgis/server';
import { listTestEngines } from './describeOnEachDatabase.ts';

/**
 * Hostile input, the calls of the rights matrix and those that look for a private object find their faults before or in
 * the SQL, which is the same on both databases. In a run that has both, all of them go to PostgreSQL and a tenth to the
 * embedded one.
 */
const takesAll = ({ kind }: Pick<Database, 'kind'>): boolean =>
  kind !== 'embedded' || !listTestEngines().includes('postgres');

/** Number of random cases of a test on a database: FUZZ_RUNS, else `all`, or the first tenth of them. */
export function fuzzRuns(database: Database, all: number): number {
  const { FUZZ_RUNS } = process.env;
  if (FUZZ_RUNS !== undefined) return Number(FUZZ_RUNS);
  return takesAll(database) ? all : Math.ceil(all / 10);
}

/** Given inputs of a test on a database: `all`, or every tenth of them, which ones by the seed of the run. */
export const fuzzInputs = <T>(database: Pick<Database, 'kind'>, all: readonly T[]): readonly T[] =>
  takesAll(database) ? all : all.filter((_, index) => index % 10 === firstOf(all));

/** Fewer than ten inputs have one, too. */
const firstOf = (all: readonly unknown[]): number =>
  Math.abs(Number(process.env.TEST_SEED ?? 0)) % Math.min(10, Math.max(1, all.length));
