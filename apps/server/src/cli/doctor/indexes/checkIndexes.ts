import type { Database } from '../../../db/openDatabase.ts';
import { advice, type Finding, ok, problem } from '../Finding.ts';
import { listExpectedIndexes } from './listExpectedIndexes.ts';
import { type IndexRow, listIndexes } from './listIndexes.ts';

/** A smaller index costs nothing worth mentioning. */
const MIN_UNUSED_BYTES = 10_000_000;
/** Reports of a quarter may use an index once in a while. */
const MIN_OBSERVED_DAYS = 30;

/** Names indexes that the schema has and this database lacks, broken ones, and large ones that nobody uses. */
export async function checkIndexes(database: Database): Promise<Finding[]> {
  const { indexes, observedDays } = await listIndexes(database.db);
  const findings = [...findBroken(indexes), ...findUnused(indexes, observedDays)];
  // The embedded database has the schema that the program made: nobody else can connect to it.
  if (database.kind === 'postgres') {
    const present = new Set(indexes.map(({ name }) => name));
    const missing = (await listExpectedIndexes()).filter(({ name }) => !present.has(name));
    for (const { name, table, definition } of missing)
      findings.push(problem(`${table} lacks the index ${name}: ${definition}`));
  }
  return findings.length > 0 ? findings : [ok(`${indexes.length} indexes are there and valid.`)];
}

const findBroken = (indexes: readonly IndexRow[]): Finding[] =>
  indexes
    .filter(({ isValid }) => !isValid)
    .map(({ name, table }) =>
      problem(`The index ${name} of ${table} is broken: REINDEX INDEX CONCURRENTLY ${name}`),
    );

function findUnused(indexes: readonly IndexRow[], observedDays: number): Finding[] {
  if (observedDays < MIN_OBSERVED_DAYS) return [];
  return indexes
    .filter(({ scans, bytes, isUnique }) => scans === 0 && !isUnique && bytes > MIN_UNUSED_BYTES)
    .map(({ name, table, bytes }) =>
      advice(
        `The index ${name} of ${table} (${Math.round(bytes / 1e6)} MB) was not used in ${Math.floor(observedDays)} days; on replicas it may be.`,
      ),
    );
}
