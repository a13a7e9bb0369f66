import type { Database } from '@pgis/server';
import { afterAll, beforeAll, describe, it, type TestFunction } from 'vitest';
import { openFileDatabase, type TestEngine } from './database.ts';

const OPEN_TIMEOUT_MS = 120_000;

/** One database per engine and test file: opened by the first suite that needs it, closed after the last one. */
const opened = new Map<TestEngine, Database>();

/** `it` of vitest, without its variants but `each`. */
type DeclareTest = Pick<typeof it, 'each'> & ((name: string, run: TestFunction, timeoutMs?: number) => void);

/**
 * `itOnce` is `it` on PostgreSQL when the run has it, else on the embedded engine: for tests whose statements the other
 * tests of the suite send to each engine.
 */
type SuiteBody = (getDatabase: () => Database, itOnce: DeclareTest) => void;

/**
 * A suite that runs on the embedded engine, and on PostgreSQL when TEST_DATABASE_URL is set. TEST_ENGINES
 * (`embedded`, `postgres` or `both`) narrows it. `getDatabase()` gives a migrated, otherwise empty database, from
 * `beforeAll` on; all suites of a file share it, so tests make rows of their own (a company each).
 */
export function describeOnEachDatabase(name: string, body: SuiteBody): void {
  describeOnDatabases(listTestEngines(), name, body);
}

/** Declares a suite on one engine. Long suites have a file for each: `*.embedded.test.ts`, `*.postgres.test.ts`. */
export function describeOnDatabase(
  engine: TestEngine,
  name: string,
  body: (getDatabase: () => Database) => void,
): void {
  describeOnDatabases([engine], name, body);
}

/**
 * Declares a suite that has no SQL of its own, or only what other suites try on each database: on PostgreSQL when the
 * run has it, else on the embedded engine.
 */
export function describeOnOneDatabase(name: string, body: (getDatabase: () => Database) => void): void {
  describeOnDatabases(listTestEngines().slice(-1), name, body);
}

const declareNothing: DeclareTest = Object.assign(() => {}, { each: () => () => {} });

function describeOnDatabases(engines: readonly TestEngine[], name: string, body: SuiteBody): void {
  for (const engine of engines) {
    describe(`${name} (${engine})`, () => {
      beforeAll(async () => {
        if (!opened.has(engine)) opened.set(engine, await openFileDatabase(engine));
      }, OPEN_TIMEOUT_MS);
      const getDatabase = () => {
        const database = opened.get(engine);
        if (database === undefined) throw new Error('The database is open from beforeAll on, not earlier');
        return database;
      };
      body(getDatabase, engine === engines.at(-1) ? it : declareNothing);
    });
  }
  // Registered by every call, after all its suites; only the first has something to close.
  afterAll(async () => {
    for (const [engine, database] of opened) {
      opened.delete(engine);
      await database.close();
    }
  }, OPEN_TIMEOUT_MS);
}

/** Engines of this run: those of TEST_ENGINES, else those that are installed. */
export function listTestEngines(): TestEngine[] {
  const requested = process.env.TEST_ENGINES?.replace('both', 'embedded,postgres').split(',');
  if (requested === undefined) {
    return process.env.TEST_DATABASE_URL === undefined ? ['embedded'] : ['embedded', 'postgres'];
  }
  const unknown = requested.filter((engine) => engine !== 'embedded' && engine !== 'postgres');
  if (unknown.length > 0) throw new Error(`TEST_ENGINES names unknown engines: ${unknown.join(', ')}`);
  return requested as TestEngine[];
}
