import { addLayer, describeOnDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/db/inTransaction.ts';
import { addObjectNotices } from '../../src/notices/addNotices.ts';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';

// The embedded engine runs one transaction at a time, so nothing waits for a lock.
describeOnDatabase('postgres', 'locks of notices', (getDatabase) => {
  let world: ObjectWorld;
  let layerId: number;
  let statusId: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layerId = await addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Potholes' });
    ({ Planned: statusId = 0 } = await world.readStatusIds());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function addObject(): Promise<number> {
    const payload = {
      wkt: 'POINT(1 2)',
      name: 'Hole',
      description: 'Hole',
      classId: layerId,
      isPublic: true,
    };
    return (await world.ask<{ id: number }>('POST', 'geoms/add', 'moduleAdmin', { payload })).json.id;
  }
  const notify = (objectIds: readonly number[]) => {
    const { companyId, users } = world.own;
    return { companyId, kind: 'assigned', userId: users.writer.id, objectIds } as const;
  };
  /** Runs `act` while another transaction that has run `hold` is open. */
  async function during<T>(hold: Parameters<typeof inTransaction>[2], act: () => Promise<T>): Promise<T> {
    const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = inTransaction(getDatabase(), {}, async (db) => {
      await hold(db);
      held.resolve();
      await done.promise;
    });
    await held.promise;
    const result = await act().finally(done.resolve);
    await holder;
    return result;
  }

  it('a comment does not wait for a change that adds a notice about its object', async () => {
    const id = await addObject();
    const content = { content: 'Done', statusId, isPublic: true };
    const calls = [
      [`geoms/${id}/comment`, content],
      [`geoms/class-objects/${layerId}/comment`, { ...content, objects: [{ id, version: 1 }] }],
    ] as const;
    for (const [path, payload] of calls) {
      const { status, text } = await during(
        (db) => addObjectNotices(db, world.t.clock, notify([id])),
        () => world.ask('POST', path, 'moduleAdmin', { payload }),
      );
      expect(text && status).toBe(200);
    }
  });

  it('marking as read locks notices in the order in which events do', async () => {
    const { db } = getDatabase();
    await db.deleteFrom('notices').execute();
    const [first, second] = [await addObject(), await addObject()];
    // The other order is that of the table.
    for (const id of [second, first]) await addObjectNotices(db, world.t.clock, notify([id]));
    const lock = (id: number) => sql`SELECT FROM notices WHERE geom_id = ${id}::bigint FOR UPDATE NOWAIT`;
    let marking: Promise<{ status: number }> | undefined;
    await during(
      (trx) => lock(first).execute(trx),
      async () => {
        marking = world.ask('POST', 'notices/read', 'writer', { payload: {} });
        await expect
          .poll(async () => (await sql`SELECT FROM pg_locks WHERE NOT granted`.execute(db)).rows.length)
          .toBeGreaterThan(0);
        await lock(second).execute(db);
      },
    );
    expect((await marking)?.status).toBe(200);
  });
});
