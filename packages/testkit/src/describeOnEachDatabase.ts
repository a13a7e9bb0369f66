import type { Database } from '@pgis/server/db/openDatabase.ts';
import { afterAll, beforeAll, describe } from 'vitest';
import { openTestDatabase, type TestEngine } from './database.ts';

const OPEN_TIMEOUT_MS = 120_000;

/** One database per engine and test file: opened by the first suite that needs it, shared by all of the file. */
const opened = new Map<TestEngine, Database>();

/**
 * A suite that runs on the embedded engine, and on PostgreSQL when TEST_DATABASE_URL is set. TEST_ENGINES
 * (`embedded`, `postgres` or `both`) narrows it. `getDatabase()` gives a migrated, otherwise empty database, from
 * `beforeAll` on; all suites of a file share it, so tests make rows of their own (a company each).
 */
export function describeOnEachDatabase(name: string, body: (getDatabase: () => Database) => void): void {
  for (const engine of listTestEngines()) {
    describe(`${name} (${engine})`, () => {
      beforeAll(async () => {
        if (!opened.has(engine)) opened.set(engine, await openTestDatabase(engine));
      }, OPEN_TIMEOUT_MS);
      body(() => {
        const database = opened.get(engine);
        if (database === undefined) throw new Error('The database is open from beforeAll on, not earlier');
        return database;
      });
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

/** From TEST_ENGINES, else what this run has. */
export function listTestEngines(): TestEngine[] {
  const wanted = process.env.TEST_ENGINES?.replace('both', 'embedded,postgres').split(',');
  if (wanted === undefined) {
    return process.env.TEST_DATABASE_URL === undefined ? ['embedded'] : ['embedded', 'postgres'];
  }
  const unknown = wanted.filter((engine) => engine !== 'embedded' && engine !== 'postgres');
  if (unknown.length > 0) throw new Error(`TEST_ENGINES names unknown engines: ${unknown.join(', ')}`);
  return wanted as TestEngine[];
}
