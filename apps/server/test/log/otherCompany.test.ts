import type { LogRow } from '@pgis/contract';
import { addLayer, addObject, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealLog } from '../../src/audit/sealLog.ts';
import { verifyLog } from '../../src/audit/verifyLog.ts';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

describeOnEachDatabase('the log of what a user does with objects of another company', (getDatabase) => {
  let world: ObjectWorld;
  let layer: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layer = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      allObjectsPublic: true,
      allowPublicRegistration: true,
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const rowsAbout = async (id: number, requester: Requester) => {
    const { json } = await world.t.call<{ items: LogRow[] }>({
      url: `/api/v1/log?_entity=object&_entityId=${id}`,
      headers: world.headersOf(requester),
    });
    return json.items;
  };
  const deeds: Readonly<Record<string, () => Promise<number>>> = {
    OBJECT_EXPORTED: async () => {
      const id = await addObject(getDatabase(), { classId: layer });
      await world.ask('POST', `geoms/csv/${id}`, 'foreigner', { payload: {} });
      return id;
    },
    OBJECT_UPVOTED: async () => {
      const id = await addObject(getDatabase(), { classId: layer });
      await world.ask('POST', `geoms/${id}/upvote`, 'foreigner');
      return id;
    },
    OBJECT_ADDED: async () => {
      const payload = { wkt: 'POINT(1 2)', name: 'Address', description: 'Topic', classId: layer };
      return (await world.ask<{ id: number }>('POST', 'geoms/add', 'foreigner', { payload })).json.id;
    },
  };

  test.each(Object.keys(deeds))(
    'D-LOG-01 D-PERM-03: %s shows the other company a visitor, and one’s own company who it was',
    async (action) => {
      const id = await deeds[action]?.();
      if (id === undefined) throw new Error(`${action} has no deed`);
      const theirs = (await rowsAbout(id, 'moduleAdmin')).filter((row) => row.action === action);
      expect(theirs).toMatchObject([{ companyId: world.own.companyId, userId: null, userName: '' }]);
      const ours = (await rowsAbout(id, 'foreigner')).filter((row) => row.action === action);
      expect(ours).toMatchObject([
        {
          companyId: world.foreign.companyId,
          userId: world.foreign.users.moduleAdmin.id,
          userName: 'moduleAdmin',
          entityId: id,
          unitId: null,
        },
      ]);
      expect(ours[0]?.details).toEqual(theirs[0]?.details);
    },
  );

  test('D-LOG-01: the chains of both logs hold', async () => {
    for (const deed of Object.values(deeds)) await deed();
    await sealLog(getDatabase());
    for (const { companyId } of [world.own, world.foreign])
      expect((await verifyLog(getDatabase().db, companyId)).problems).toEqual([]);
  });

  test('D-LOG-01: in one’s own company one row names the user', async () => {
    const id = await addObject(getDatabase(), { classId: layer });
    await world.ask('POST', `geoms/${id}/upvote`, 'writer');
    expect(await rowsAbout(id, 'moduleAdmin')).toMatchObject([{ userName: 'writer' }]);
    expect(await rowsAbout(id, 'foreigner')).toEqual([]);
  });
});
