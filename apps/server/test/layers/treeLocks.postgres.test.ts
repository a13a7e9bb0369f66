import { addActors, addGroup, describeOnDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../src/db/inTransaction.ts';
import { lockTreeNode } from '../../src/layers/tree/writeTreeNode.ts';

/** PostgreSQL's code for a lock that was not given in time. */
const LOCK_NOT_AVAILABLE = '55P03';

// The embedded engine runs one transaction at a time, so there is nothing to lock.
describeOnDatabase('postgres', 'locks of the tree', (getDatabase) => {
  test('a row that is being changed is nobody else’s; those who need it kept do not wait for each other', async () => {
    const database = getDatabase();
    const { companyId, units } = await addActors(database);
    const id = await addGroup(database, { companyId, unitId: units.roads });
    const isFree = async (mode: 'change' | 'keep') => {
      try {
        return await inTransaction(database, {}, async (db) => {
          await sql`SET LOCAL lock_timeout = '50ms'`.execute(db);
          await lockTreeNode(db, id, mode);
          return true;
        });
      } catch (error) {
        if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false;
        throw error;
      }
    };
    const freeWhile = async (mode: 'change' | 'keep') => {
      const [locked, tried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holder = inTransaction(database, {}, async (db) => {
        await lockTreeNode(db, id, mode);
        locked.resolve();
        await tried.promise;
      });
      await locked.promise;
      const free = { change: await isFree('change'), keep: await isFree('keep') };
      tried.resolve();
      await holder;
      return free;
    };
    expect(await freeWhile('change')).toEqual({ change: false, keep: false });
    expect(await freeWhile('keep')).toEqual({ change: false, keep: true });
    expect([await isFree('change'), await isFree('keep')]).toEqual([true, true]);
  });
});
