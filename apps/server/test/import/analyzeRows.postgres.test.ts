import { describeOnDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../src/db/inTransaction.ts';
import { analyzeRows } from '../../src/features/imports/compare/matchRows.ts';

// The embedded engine runs one transaction at a time, so there is nothing to lock.
describeOnDatabase('postgres', 'statistics of compared rows', (getDatabase) => {
  test('a transaction goes on without them while another one has their lock', async () => {
    const database = getDatabase();
    const [locked, tried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = inTransaction(database, {}, async (db) => {
      await analyzeRows(db);
      locked.resolve();
      await tried.promise;
    });
    await locked.promise;
    const rest = inTransaction(database, {}, async (db) => {
      await sql`SET LOCAL lock_timeout = '50ms'`.execute(db);
      await analyzeRows(db);
      return (await sql`SELECT 1 AS one`.execute(db)).rows;
    }).finally(tried.resolve);
    await expect(rest).resolves.toEqual([{ one: 1 }]);
    await holder;
  });
});
