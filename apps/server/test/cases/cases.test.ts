import type { Assignees, Case, ErrorBody, listCases, ReplyOf } from '@pgis/contract';
import { addComment, addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCase } from '../../src/cases/caseRows.ts';
import { loadWorkDays } from '../../src/cases/workDays.ts';
import { listLayersById } from '../../src/layers/listLayersById.ts';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

type Inbox = ReplyOf<typeof listCases>;

const rules = { dueDays: 5, days: 'working' } as const;
const DAY_S = 86_400;
const { addDays, countDays } = await loadWorkDays();

describeOnEachDatabase('Cases', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newLayer = (more: Partial<Parameters<typeof addLayer>[1]> = {}) =>
    addLayer(getDatabase(), { groupId: world.roadsGroup, caseLayer: rules, ...more });
  async function addCase(classId: number, more: object = {}): Promise<number> {
    const { json, text } = await world.ask<{ id: number }>('POST', 'geoms/add', 'moduleAdmin', {
      payload: { wkt: 'POINT(1 2)', name: 'Address', description: 'Topic', classId, ...more },
    });
    if (json.id === undefined) throw new Error(text);
    return json.id;
  }
  const getCase = async (id: number, as: Requester = 'writer') =>
    (await world.ask<Case>('GET', `cases/${id}`, as)).json;
  const change = (payload: object, as: Requester = 'writer') =>
    world.ask<{ count: number } & ErrorBody>('PATCH', 'cases', as, { payload });
  const inbox = async (query = '', as: Requester = 'writer') =>
    (await world.ask<Inbox>('GET', `cases?${query}`, as)).json;
  const idsOf = ({ items }: Inbox) => items.map(({ id }) => id);
  const statusOf = async (name: string) => (await world.readStatusIds())[name];
  const comment = async (id: number, status: string, isPublic = false) =>
    (
      await world.ask<{ id: number }>('POST', `geoms/${id}/comment`, 'writer', {
        payload: { content: 'x', statusId: await statusOf(status), isPublic },
      })
    ).json.id;
  const rowsOf = (layerId: number) =>
    getDatabase()
      .db.selectFrom('cases as c')
      .innerJoin('geoms as g', 'g.id', 'c.geom_id')
      .where('g.class_id', '=', layerId)
      .select(['c.geom_id', sql<string | null>`c.due_on::text`.as('dueOn'), 'c.closed_at'])
      .execute();

  it('an object added to a case layer is a case with a due date by the rule of the layer', async () => {
    const id = await addCase(await newLayer());
    const { today } = await inbox();
    expect(await getCase(id)).toMatchObject({
      id,
      name: 'Address',
      dueOn: addDays(today, 5, 'working'),
      assignee: null,
      unit: { id: world.own.units.roads },
      priority: 'normal',
      pausedOn: null,
      isOverdue: false,
      status: null,
      canEdit: true,
      x: 1,
      y: 2,
    });
  });

  it.each([
    // The clocks go back on 25 October 2026 and forward on 28 March 2027.
    ['2026-10-23T20:59:00Z', 'calendar', 2, '2026-10-25'],
    ['2026-10-23T21:01:00Z', 'calendar', 2, '2026-10-26'],
    ['2026-10-26T21:59:00Z', 'calendar', 1, '2026-10-27'],
    ['2027-03-27T21:59:00Z', 'calendar', 1, '2027-03-28'],
    ['2027-03-27T22:01:00Z', 'calendar', 1, '2027-03-29'],
    ['2026-11-17T10:00:00Z', 'working', 1, '2026-11-19'],
    ['2026-12-23T10:00:00Z', 'working', 5, '2027-01-05'],
    ['2027-03-25T10:00:00Z', 'working', 1, '2027-03-30'],
  ] as const)('reported at %s and due after %s days (%i): %s', async (now, days, dueDays, dueOn) => {
    const layerId = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      caseLayer: { dueDays, days },
    });
    const { db } = getDatabase();
    const [id = 0] = await addObjects(getDatabase(), [{ classId: layerId }]);
    const [layer] = await listLayersById(db, [layerId]);
    if (layer === undefined) throw new Error('no layer');
    const actor = { kind: 'anonymous', visitorId: undefined, address: '' } as const;
    const added = { layer, id, name: '', actor, requestId: '' };
    await openCase(db, { now: sql<Date>`${now}::timestamptz` }, added);
    expect(await rowsOf(layerId)).toEqual([{ geom_id: id, dueOn, closed_at: null }]);
  });

  it('other layers have no cases, and a layer that becomes a case layer has its objects as cases without dates', async () => {
    const layerId = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    const [open = 0, done = 0] = await addObjects(getDatabase(), [
      { classId: layerId },
      { classId: layerId },
    ]);
    const added = await addCase(layerId);
    await addComment(getDatabase(), { geomId: done, content: 'x', isPublic: true, status: 'Done' });
    expect(await rowsOf(layerId)).toEqual([]);
    expect((await world.ask('GET', `cases/${added}`, 'writer')).status).toBe(404);
    const put = (caseLayer: object | null) =>
      world.ask<{ caseLayer: object | null }>('PUT', 'classifiers/1', 'writer', {
        payload: { id: layerId, name: 'Layer', caseLayer },
      });
    expect((await put(rules)).json.caseLayer).toEqual(rules);
    const rows = await rowsOf(layerId);
    expect(rows.map(({ geom_id, dueOn, closed_at }) => [geom_id, dueOn, closed_at !== null])).toEqual(
      expect.arrayContaining([
        [open, null, false],
        [added, null, false],
        [done, null, true],
      ]),
    );
    expect(idsOf(await inbox(`_class=${layerId}`)).toSorted()).toEqual([open, added].toSorted());
    await put(null);
    expect((await world.ask('GET', `cases/${open}`, 'writer')).status).toBe(404);
    // Switched on again, the cases go on.
    await put({ dueDays: null, days: 'calendar' });
    expect(await rowsOf(layerId)).toHaveLength(3);
    expect((await getCase(await addCase(layerId))).dueOn).toBeNull();
  });

  it('a view has the rules of its source and none of its own', async () => {
    const layerId = await newLayer();
    const viewId = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      sourceId: layerId,
      caseLayer: { dueDays: 1, days: 'calendar' },
    });
    const { json } = await world.ask('GET', `classifiers/single/${viewId}`, 'writer');
    expect(json).toMatchObject({ caseLayer: rules });
    expect(await rowsOf(viewId)).toEqual([]);
  });

  it.each([
    [{ dueDays: 0, days: 'working' }, 400],
    [{ dueDays: 1, days: 'working' }, 200],
    [{ dueDays: 365, days: 'calendar' }, 200],
    [{ dueDays: 366, days: 'calendar' }, 400],
    [{ dueDays: 5, days: 'some' }, 400],
  ])('rules %j of a layer are answered with %i', async (caseLayer, status) => {
    const payload = { id: await newLayer(), name: 'Layer', caseLayer };
    expect((await world.ask('PUT', 'classifiers/1', 'writer', { payload })).status).toBe(status);
  });

  it('the first public comment answers a case, and a closing status ends it until it is open again', async () => {
    const id = await addCase(await newLayer());
    await comment(id, 'In progress');
    expect(await getCase(id)).toMatchObject({ firstAnsweredAt: null, status: { name: 'In progress' } });
    await comment(id, 'Planned', true);
    const { firstAnsweredAt } = await getCase(id);
    expect(firstAnsweredAt).not.toBeNull();
    const closing = await comment(id, 'Done', true);
    expect(await getCase(id)).toMatchObject({ firstAnsweredAt, closedAt: expect.any(String) });
    expect(idsOf(await inbox('_size=100&_sort=newest'))).not.toContain(id);
    await world.ask('DELETE', `geoms/${id}/comment/${closing}`, 'writer');
    expect(await getCase(id)).toMatchObject({ firstAnsweredAt, closedAt: null });
    expect(idsOf(await inbox('_size=100&_sort=newest'))).toContain(id);
  });

  it('a status that begins to close objects closes their cases', async () => {
    const id = await addCase(await newLayer());
    const { json: status } = await world.ask<{ id: number }>('POST', 'classifiers/2', 'moduleAdmin', {
      payload: { name: 'Given to the police', id1: 3, statusType: 'open' },
    });
    await world.ask('POST', `geoms/${id}/comment`, 'writer', {
      payload: { content: 'x', statusId: status.id },
    });
    expect((await getCase(id)).closedAt).toBeNull();
    const payload = { id: status.id, name: 'Given to the police', statusType: 'closed' };
    expect((await world.ask('PUT', 'classifiers/2', 'moduleAdmin', { payload })).status).toBe(200);
    expect((await getCase(id)).closedAt).not.toBeNull();
  });

  it('an assignment changes what was sent, keeps the rest and is logged with old and new values', async () => {
    const id = await addCase(await newLayer());
    const { writer } = world.own.users;
    const { dueOn } = await getCase(id);
    expect((await change({ ids: [id], assigneeId: writer.id })).json).toEqual({ count: 1 });
    expect((await change({ ids: [id], assigneeId: writer.id })).json).toEqual({ count: 0 });
    await change({ ids: [id], unitId: world.own.units.bridges, priority: 'high' });
    expect(await getCase(id)).toMatchObject({
      assignee: { id: writer.id },
      unit: { id: world.own.units.bridges },
      priority: 'high',
      dueOn,
    });
    const log = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['details', 'unit_id as unitId', 'user_id as userId'])
      .where('entity_id', '=', id)
      .where('action', '=', 'OBJECT_CASE_CHANGED')
      .orderBy('id')
      .execute();
    expect(log).toEqual([
      {
        details: { old: { assigneeId: null }, new: { assigneeId: writer.id } },
        unitId: world.own.units.roads,
        userId: writer.id,
      },
      {
        details: {
          old: { unitId: null, priority: 'normal' },
          new: { unitId: world.own.units.bridges, priority: 'high' },
        },
        unitId: world.own.units.roads,
        userId: writer.id,
      },
    ]);
  });

  it('many cases change together or not at all', async () => {
    const layerId = await newLayer();
    const ids = [await addCase(layerId), await addCase(layerId)];
    expect((await change({ ids, priority: 'low' })).json).toEqual({ count: 2 });
    const forest = await addCase(await newLayer({ groupId: world.forestsGroup }));
    expect((await change({ ids: [...ids, forest], priority: 'high' })).status).toBe(404);
    expect(await getCase(ids[0] ?? 0)).toMatchObject({ priority: 'low' });
    expect((await change({ ids, priority: 'high' }, 'reader')).status).toBe(403);
    const tooMany = Array.from({ length: 201 }, (_, index) => index + 1);
    expect((await change({ ids: tooMany, priority: 'high' })).status).toBe(400);
    expect((await change({ ids: tooMany.slice(1), priority: 'high' })).status).toBe(404);
  });

  it('D-PERM-01: only those who may edit the objects of the unit can be assigned, and only units below it', async () => {
    const id = await addCase(await newLayer());
    const { users, units } = world.own;
    const statusOfPerson = async (assigneeId: number) =>
      (await change({ ids: [id], assigneeId })).json.errors?.[0] ?? 'assigned';
    const refused = { path: '/assigneeId', code: 'NOT_ALLOWED' };
    expect(await statusOfPerson(users.writer.id)).toBe('assigned');
    expect(await statusOfPerson(users.unitAdmin.id)).toBe('assigned');
    expect(await statusOfPerson(users.moduleAdmin.id)).toBe('assigned');
    for (const person of [users.reader, users.nobody, users.disabled, world.foreign.users.writer])
      expect(await statusOfPerson(person.id)).toMatchObject(refused);
    const { json } = await change({ ids: [id], unitId: units.forests });
    expect(json.errors?.[0]).toMatchObject({ path: '/unitId', code: 'NOT_ALLOWED' });
    expect((await change({ ids: [id], unitId: units.bridges })).json).toEqual({ count: 1 });
    const { classId } = await getCase(id);
    const { json: offered } = await world.ask<Assignees>('GET', `cases/assignees/${classId}`, 'writer');
    expect(offered.units.map((unit) => unit.id)).toEqual([units.roads, units.bridges]);
    expect(offered.people.map((person) => person.id).toSorted()).toEqual(
      [users.writer.id, users.unitAdmin.id, users.moduleAdmin.id].toSorted(),
    );
  });

  it('a pause stops the time, and its end moves the due date by the days that passed', async () => {
    const id = await addCase(await newLayer());
    const { today } = await inbox();
    await change({ ids: [id], dueOn: addDays(today, 1, 'calendar') });
    await change({ ids: [id], isPaused: true });
    expect(await getCase(id)).toMatchObject({ pausedOn: today, isOverdue: false });
    const { db } = getDatabase();
    const pausedOn = new Date(Date.parse(today) - 9 * DAY_S * 1_000).toISOString().slice(0, 10);
    const dueOn = addDays(pausedOn, 1, 'working');
    await db
      .updateTable('cases')
      .set({ paused_on: pausedOn, due_on: dueOn })
      .where('geom_id', '=', id)
      .execute();
    expect(await getCase(id)).toMatchObject({ isOverdue: false });
    expect(idsOf(await inbox('_tab=overdue&_size=100'))).not.toContain(id);
    await change({ ids: [id], isPaused: false });
    const moved = addDays(dueOn, countDays(pausedOn, today, 'working'), 'working');
    expect(moved > today).toBe(true);
    expect(await getCase(id)).toMatchObject({ pausedOn: null, dueOn: moved });
  });

  it('the lists are counted, whatever is filtered', async () => {
    const before = (await inbox('_size=0')).counts;
    const layerId = await newLayer({ allowPublicRegistration: true, showAfterReview: true });
    const { writer } = world.own.users;
    const [mine, late] = [await addCase(layerId), await addCase(layerId)];
    const { json: report } = await world.ask<{ id: number }>('POST', 'geoms/add', 'visitor', {
      payload: { wkt: 'POINT(900 900)', name: 'Visitor', description: 'Hole', classId: layerId },
    });
    await change({ ids: [mine], assigneeId: writer.id });
    await change({ ids: [late], dueOn: '2026-01-02', unitId: world.own.units.bridges });
    const list = await inbox(`_class=${layerId}`);
    expect(list.total).toBe(3);
    expect(list.counts).toEqual({
      mine: before.mine + 1,
      unit: before.unit + 3,
      unassigned: before.unassigned + 2,
      overdue: before.overdue + 1,
      waiting: before.waiting + 1,
      all: before.all + 3,
    });
    const tab = async (name: string) => idsOf(await inbox(`_class=${layerId}&_tab=${name}`));
    expect(await tab('mine')).toEqual([mine]);
    expect(await tab('overdue')).toEqual([late]);
    expect(await tab('waiting')).toEqual([report.id]);
    expect((await tab('unassigned')).toSorted()).toEqual([late, report.id].toSorted());
    expect(idsOf(await inbox(`_class=${layerId}&_q=hole`))).toEqual([report.id]);
    expect(idsOf(await inbox(`_class=${layerId}&_bbox=800,800,1000,1000`))).toEqual([report.id]);
    await comment(mine, 'Planned');
    expect(idsOf(await inbox(`_class=${layerId}&_status=${await statusOf('Planned')}`))).toEqual([mine]);
    expect((await inbox(`_class=${layerId}&_status=${await statusOf('Planned')}`)).total).toBe(1);
  });

  it('cases are ordered by due date, age, votes or distance, and come in pages', async () => {
    const layerId = await newLayer();
    const a = await addCase(layerId, { wkt: 'POINT(0 0)' });
    const b = await addCase(layerId, { wkt: 'POINT(500 0)' });
    const c = await addCase(layerId, { wkt: 'POINT(1000 0)' });
    await change({ ids: [a], dueOn: null });
    await change({ ids: [b], dueOn: '2026-12-03' });
    await change({ ids: [c], dueOn: '2026-12-01' });
    const { db } = getDatabase();
    await db.updateTable('geoms').set({ upvote_count: 7 }).where('id', '=', b).execute();
    const sorted = async (query: string) => idsOf(await inbox(`_class=${layerId}&${query}`));
    expect(await sorted('_sort=due')).toEqual([c, b, a]);
    expect(await sorted('_sort=newest')).toEqual([c, b, a]);
    expect(await sorted('_sort=oldest')).toEqual([a, b, c]);
    expect(await sorted('_sort=votes')).toEqual([b, a, c]);
    expect(await sorted('_sort=nearest&_x=900&_y=0')).toEqual([c, b, a]);
    expect(await sorted('_sort=due&_size=2&_page=2')).toEqual([a]);
    await change({ ids: [c], isPaused: true });
    expect(await sorted('_sort=due')).toEqual([b, a, c]);
  });

  it('D-PERM: work of a unit is for its levels, even on public objects', async () => {
    const layerId = await newLayer();
    const id = await addCase(layerId, { isPublic: true });
    for (const nobody of ['nobody', 'foreigner'] as const) {
      expect((await world.ask('GET', `cases/${id}`, nobody)).status).toBe(404);
      const { items, counts } = await inbox('', nobody);
      expect(items).toEqual([]);
      expect(counts.all).toBe(0);
    }
    expect((await world.ask('GET', `cases/${id}`, 'visitor')).status).toBe(401);
    expect(await getCase(id, 'reader')).toMatchObject({ id, canEdit: false });
  });

  it('deleted objects are in no list, and come back with their case', async () => {
    const layerId = await newLayer();
    const id = await addCase(layerId);
    await change({ ids: [id], priority: 'high' });
    await world.ask('DELETE', `geoms/${id}`, 'unitAdmin');
    expect((await inbox(`_class=${layerId}`)).total).toBe(0);
    await world.ask('POST', `geoms/${id}/restore`, 'unitAdmin');
    expect(await getCase(id)).toMatchObject({ priority: 'high' });
  });

  it('an object moved into a case layer becomes a case', async () => {
    const layerId = await newLayer();
    const id = await addCase(await addLayer(getDatabase(), { groupId: world.roadsGroup }));
    const payload = { name: 'Address', description: 'Topic', classId: layerId };
    expect((await world.ask('PUT', `geoms/${id}`, 'writer', { payload })).status).toBe(200);
    expect(await getCase(id)).toMatchObject({ classId: layerId, dueOn: expect.any(String) });
  });
});
