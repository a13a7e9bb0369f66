import { addLayer, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

describeOnEachDatabase('mails about assigned cases', (getDatabase) => {
  let world: ObjectWorld;
  let layerId: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layerId = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      name: 'Potholes',
      caseLayer: { dueDays: 5, days: 'calendar' },
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(() => getDatabase().db.deleteFrom('jobs').where('kind', '=', 'mail').execute());

  async function addCase(name: string): Promise<number> {
    const { json } = await world.ask<{ id: number }>('POST', 'geoms/add', 'moduleAdmin', {
      payload: { wkt: 'POINT(1 2)', name, description: 'Topic', classId: layerId },
    });
    return json.id;
  }
  const userOf = (who: 'writer' | 'unitAdmin') => world.own.users[who];
  const change = async (payload: object, as: Requester = 'moduleAdmin') => {
    const { status, text } = await world.ask('PATCH', 'cases', as, { payload });
    expect(text && status).toBe(200);
  };
  /** Mails that were sent by what `act` does. */
  async function mailsOf(act: () => Promise<void>) {
    const before = (await world.t.mails()).length;
    await act();
    return (await world.t.mails()).slice(before);
  }

  test('the new assignee gets one mail about all cases of a request, in their language, with a link to the inbox', async () => {
    const ids = [await addCase('Brīvības iela 1'), await addCase('Kalna iela 2')];
    const writer = userOf('writer');
    await getDatabase().db.updateTable('users').set({ language: 'lv' }).where('id', '=', writer.id).execute();
    const mails = await mailsOf(() => change({ ids, assigneeId: writer.id, dueOn: '2026-12-01' }));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toContain(writer.email);
    expect(mails[0]?.subject).toBe('Jums piešķirti pieteikumi: 2');
    expect(mails[0]?.text).toContain('Brīvības iela 1, Potholes, termiņš 01.12.2026');
    expect(mails[0]?.text).toContain('Kalna iela 2, Potholes, termiņš 01.12.2026');
    expect(mails[0]?.text).toContain('/#/lv/inbox');
  });

  test('nobody is told of what they have assigned to themselves, or had already', async () => {
    const id = await addCase('Own');
    const { id: userId } = userOf('unitAdmin');
    expect(await mailsOf(() => change({ ids: [id], assigneeId: userId }, 'unitAdmin'))).toEqual([]);
    expect(await mailsOf(() => change({ ids: [id], assigneeId: userId, priority: 'high' }))).toEqual([]);
  });

  test('a mail that waited tells only of what is still theirs, open and there', async () => {
    const ids = [await addCase('Kept'), await addCase('Given on'), await addCase('Deleted')];
    const [, given, deleted] = ids;
    const { id: userId } = userOf('unitAdmin');
    const mails = await mailsOf(async () => {
      await change({ ids, assigneeId: userId });
      await change({ ids: [given], assigneeId: null });
      await world.ask('DELETE', `geoms/${deleted}`, 'moduleAdmin');
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/^Assigned to you: .* Kept$/);
    expect(mails[0]?.text).not.toMatch(/Given on|Deleted/);
  });

  test('who has lost the right to the unit meanwhile learns nothing', async () => {
    const id = await addCase('Secret');
    const { id: userId } = userOf('unitAdmin');
    const { db } = getDatabase();
    const memberships = await db
      .selectFrom('group_members')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    const mails = await mailsOf(async () => {
      await change({ ids: [id], assigneeId: userId });
      await db.deleteFrom('group_members').where('user_id', '=', userId).execute();
    });
    await db.insertInto('group_members').values(memberships).execute();
    expect(mails).toEqual([]);
  });
});
