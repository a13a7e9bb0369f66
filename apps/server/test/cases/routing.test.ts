import type {
  Case,
  ErrorBody,
  explainRouting,
  ReplyOf,
  RoutingRuleBody,
  RoutingRules,
  TriedReport,
} from '@pgis/contract';
import { addComment, addLayer, describeOnEachDatabase, fakeClock } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadWorkDays } from '../../src/cases/workDays.ts';
import { escalationJobKind } from '../../src/features/routing-rules/escalateCases.ts';
import type { Job, JobContext } from '../../src/jobs/JobKind.ts';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

const DAY_S = 86_400;
const job = {} as Job;
const context = { extendLease: async () => {} } as unknown as JobContext;
const { addDays } = await loadWorkDays();

const plain: RoutingRuleBody = {
  isEnabled: true,
  layerIds: [],
  areaWkt: null,
  areaObjectId: null,
  words: [],
  unitId: null,
  assigneeId: null,
  priority: null,
  dueDays: null,
  days: 'calendar',
  escalation: null,
};

const square = 'POLYGON((0 0,10 0,10 10,0 10,0 0))';

describeOnEachDatabase('routing rules', (getDatabase) => {
  let world: ObjectWorld;
  let potholes: number;
  let lamps: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    const caseLayer = { dueDays: 5, days: 'working' } as const;
    potholes = await addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Potholes', caseLayer });
    lamps = await addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Lamps', caseLayer });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  afterEach(() => world.t.clock.reset());
  beforeEach(async () => {
    await save([]);
    await getDatabase().db.deleteFrom('jobs').where('kind', '=', 'mail').execute();
  });

  const read = async () => (await world.ask<RoutingRules>('GET', 'routing-rules', 'moduleAdmin')).json;
  const put = (payload: object, as: Requester = 'moduleAdmin') =>
    world.ask<RoutingRules & ErrorBody>('PUT', 'routing-rules', as, { payload });
  /** Stores rules in place of those there are. */
  async function save(rules: readonly Partial<RoutingRuleBody & { id: number }>[]): Promise<RoutingRules> {
    const { version } = await read();
    const { status, text, json } = await put({
      version,
      rules: rules.map((rule) => ({ ...plain, ...rule })),
    });
    if (status !== 200) throw new Error(text);
    return json;
  }
  async function report(classId: number, more: object = {}): Promise<number> {
    const { json, text } = await world.ask<{ id: number }>('POST', 'geoms/add', 'moduleAdmin', {
      payload: { wkt: 'POINT(1 2)', name: 'Address', description: 'Topic', classId, ...more },
    });
    if (json.id === undefined) throw new Error(text);
    return json.id;
  }
  const caseOf = async (id: number) => (await world.ask<Case>('GET', `cases/${id}`, 'moduleAdmin')).json;
  const today = async () =>
    (await world.ask<{ today: string }>('GET', 'cases?_size=0', 'moduleAdmin')).json.today;
  const idOf = (who: 'writer' | 'unitAdmin' | 'reader') => world.own.users[who].id;

  it('the first rule that matches gives a new case its person, unit, priority and due date; no rule leaves it alone', async () => {
    const { roads } = world.own.units;
    const { rules } = await save([
      { isEnabled: false, assigneeId: idOf('unitAdmin') },
      { layerIds: [lamps], assigneeId: idOf('unitAdmin') },
      { layerIds: [potholes], words: ['  DEEP '], priority: 'high', dueDays: 2, assigneeId: idOf('writer') },
      { layerIds: [potholes], areaWkt: square, unitId: roads },
    ]);
    const deep = await report(potholes, { description: 'Very deep hole' });
    expect(await caseOf(deep)).toMatchObject({
      assignee: { id: idOf('writer') },
      priority: 'high',
      dueOn: addDays(await today(), 2, 'calendar'),
    });
    const inside = await caseOf(await report(potholes));
    expect(inside).toMatchObject({ assignee: null, unit: { id: roads }, priority: 'normal' });
    expect(inside.dueOn).toBe(addDays(await today(), 5, 'working'));
    const outside = await report(potholes, { wkt: 'POINT(100 100)' });
    expect(await caseOf(outside)).toMatchObject({ assignee: null, priority: 'normal' });
    const counts = await read();
    expect(counts.rules.map(({ caught }) => caught)).toEqual([0, 0, 1, 1]);
    expect(counts.uncaught).toBeGreaterThanOrEqual(1);
    const row = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['user_id', 'details'])
      .where('action', '=', 'OBJECT_CASE_CHANGED')
      .where('entity_id', '=', deep)
      .executeTakeFirstOrThrow();
    expect(row.user_id).toBeNull();
    expect(row.details).toMatchObject({ ruleId: rules[2]?.id, new: { assigneeId: idOf('writer') } });
  });

  it('whoever gets a case by a rule is told by mail', async () => {
    await save([{ layerIds: [potholes], assigneeId: idOf('writer') }]);
    const before = (await world.t.mails()).length;
    await report(potholes, { name: 'Kalna iela 1' });
    const [mail, ...others] = (await world.t.mails()).slice(before);
    expect(others).toEqual([]);
    expect(mail?.to).toContain(world.own.users.writer.email);
    expect(mail?.text).toContain('A routing rule has assigned to you:');
    expect(mail?.text).toContain('Kalna iela 1, Potholes');
  });

  it('an area can be an object, which the rule follows; once it is deleted the rule matches nothing', async () => {
    const areas = await addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Districts' });
    const areaId = await report(areas, { wkt: square, name: 'Centre' });
    await save([{ areaObjectId: areaId, assigneeId: idOf('writer') }]);
    expect((await read()).rules[0]?.areaName).toBe('Centre');
    expect((await caseOf(await report(potholes))).assignee).toMatchObject({ id: idOf('writer') });
    await world.ask('DELETE', `geoms/${areaId}`, 'moduleAdmin');
    expect((await read()).rules[0]?.areaName).toBeNull();
    expect((await caseOf(await report(potholes))).assignee).toBeNull();
  });

  it('a person who has lost the right to the layer gets nothing', async () => {
    await save([{ layerIds: [potholes], assigneeId: idOf('writer'), priority: 'low' }]);
    const { db } = getDatabase();
    await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', idOf('writer')).execute();
    const routed = await caseOf(await report(potholes));
    // The other rules can be changed all the same.
    const { rules } = await read();
    const changed = await save([
      ...rules.map(({ areaName: _, caught: __, ...rule }) => rule),
      { words: ['b'] },
    ]);
    expect(changed.rules).toHaveLength(2);
    await db.updateTable('users').set({ status: 'enabled' }).where('id', '=', idOf('writer')).execute();
    expect(routed).toMatchObject({ assignee: null, priority: 'low' });
  });

  it('what a rule cannot mean is refused with its path, and nothing is saved', async () => {
    const noCases = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    const pointId = await report(potholes);
    const { version } = await save([{ words: ['stays'] }]);
    const { status, json } = await put({
      version,
      rules: [
        { ...plain, layerIds: [potholes, noCases] },
        { ...plain, assigneeId: idOf('reader'), areaObjectId: pointId },
        { ...plain, unitId: world.foreign.units.roads },
        { ...plain, escalation: { votes: null, ageDays: null, silentDays: null, tellId: idOf('writer') } },
      ],
    });
    expect(status).toBe(400);
    expect(json.errors).toEqual([
      { path: '/rules/0/layerIds/1', code: 'UNKNOWN_LAYER' },
      { path: '/rules/1/areaObjectId', code: 'NOT_ALLOWED' },
      { path: '/rules/1/assigneeId', code: 'NOT_ALLOWED' },
      { path: '/rules/2/unitId', code: 'NOT_ALLOWED' },
      { path: '/rules/3/escalation', code: 'REQUIRED' },
    ]);
    const line = await put({ version, rules: [{ ...plain, areaWkt: 'LINESTRING(0 0,1 1)' }] });
    expect(line.json).toMatchObject({ error: 'INVALID_GEOMETRY', errors: [{ path: '/rules/0/areaWkt' }] });
    expect((await read()).rules).toMatchObject([{ words: ['stays'] }]);
  });

  it('of two administrators the second is told that the list has changed; a rule keeps its id', async () => {
    const first = await save([{ words: ['a'] }, { words: ['b'] }]);
    const [a, b] = first.rules;
    const second = await save([
      { ...plain, id: b?.id, words: ['b'] },
      { ...plain, id: a?.id, words: ['c'] },
    ]);
    expect(second.rules.map(({ id, words }) => [id, ...words])).toEqual([
      [b?.id, 'b'],
      [a?.id, 'c'],
    ]);
    const late = await put({ version: first.version, rules: [] });
    expect([late.status, late.json.error]).toEqual([409, 'ROUTING_CHANGED']);
    expect((await read()).rules).toHaveLength(2);
  });

  it('rules are tried with the newest cases before they are saved, and a report says which rule takes it', async () => {
    const deep = await report(potholes, { description: 'A deep one' });
    const lamp = await report(lamps);
    const rules = [
      { ...plain, words: ['deep'] },
      { ...plain, layerIds: [lamps], areaWkt: square },
    ];
    const { json } = await world.ask<{ reports: TriedReport[] }>('POST', 'routing-rules/try', 'moduleAdmin', {
      payload: { rules },
    });
    expect(json.reports.length).toBeLessThanOrEqual(100);
    const ruleOf = new Map(json.reports.map(({ id, rule }) => [id, rule]));
    expect([ruleOf.get(deep), ruleOf.get(lamp)]).toEqual([0, 1]);
    expect((await read()).rules).toEqual([]);
    const none = await world.ask<{ reports: TriedReport[] }>('POST', 'routing-rules/try', 'moduleAdmin', {
      payload: { rules: [] },
    });
    expect(new Set(none.json.reports.map(({ rule }) => rule))).toEqual(new Set([null]));

    const saved = await save(rules);
    const explain = (id: number) =>
      world.ask<ReplyOf<typeof explainRouting> & ErrorBody>(
        'GET',
        `routing-rules/explain/${id}`,
        'moduleAdmin',
      );
    expect((await explain(lamp)).json).toMatchObject({
      name: 'Address',
      takenBy: saved.rules[1]?.id,
      rules: [
        { isLayerMet: true, isAreaMet: true, areWordsMet: false },
        { isLayerMet: true, isAreaMet: true, areWordsMet: true },
      ],
    });
    const areas = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    expect((await explain(await report(areas))).status).toBe(404);
  });

  it('rules of another company catch nothing here', async () => {
    const { json } = await world.ask<RoutingRules>('GET', 'routing-rules', 'foreigner');
    const saved = await put({ version: json.version, rules: [{ ...plain, priority: 'high' }] }, 'foreigner');
    expect(saved.status).toBe(200);
    expect((await caseOf(await report(potholes))).priority).toBe('normal');
    await put({ version: saved.json.version, rules: [] }, 'foreigner');
  });

  it('a case is not escalated to a person who can no longer work on it', async () => {
    await save([
      {
        layerIds: [potholes],
        escalation: { votes: 1, ageDays: null, silentDays: null, tellId: idOf('unitAdmin') },
      },
    ]);
    const id = await report(potholes);
    const { db } = getDatabase();
    await db.updateTable('geoms').set({ upvote_count: 1 }).where('id', '=', id).execute();
    const setStatus = (status: 'enabled' | 'disabled') =>
      db.updateTable('users').set({ status }).where('id', '=', idOf('unitAdmin')).execute();
    const { run } = escalationJobKind(world.t.deps);
    await setStatus('disabled');
    await run(job, context);
    expect((await caseOf(id)).priority).toBe('normal');
    await setStatus('enabled');
    await run(job, context);
    expect((await caseOf(id)).priority).toBe('high');
  });

  it.each([
    ['age', { votes: null, ageDays: 3, silentDays: null }],
    ['silence', { votes: null, ageDays: null, silentDays: 3 }],
  ])(
    'by %s a case is escalated when its days are over and not before, by two processes once',
    async (_limit, limits) => {
      await save([{ layerIds: [potholes], escalation: { ...limits, tellId: idOf('unitAdmin') } }]);
      const id = await report(potholes);
      const runAfter = (seconds: number) => {
        const clock = fakeClock();
        clock.advance(seconds);
        return escalationJobKind({ ...world.t.deps, clock }).run(job, context);
      };
      await runAfter(3 * DAY_S - 60);
      expect((await caseOf(id)).priority).toBe('normal');
      const before = (await world.t.mails()).length;
      await Promise.all([runAfter(3 * DAY_S), runAfter(3 * DAY_S)]);
      expect((await caseOf(id)).priority).toBe('high');
      world.t.clock.advance(3 * DAY_S);
      expect((await world.t.mails()).slice(before)).toHaveLength(1);
    },
  );

  it.each([
    ['votes', { votes: 3, ageDays: null, silentDays: null }],
    ['age', { votes: null, ageDays: 3, silentDays: null }],
    ['silence', { votes: null, ageDays: null, silentDays: 3 }],
  ])(
    'a case that reaches its limit of %s is told to somebody once, and its priority becomes high',
    async (limit, limits) => {
      await save([
        { layerIds: [potholes], words: [limit], escalation: { ...limits, tellId: idOf('unitAdmin') } },
      ]);
      const due = await report(potholes, { description: `${limit} due` });
      const paused = await report(potholes, { description: `${limit} paused` });
      const young = await report(potholes, { description: `${limit} young` });
      await world.ask('PATCH', 'cases', 'moduleAdmin', { payload: { ids: [paused], isPaused: true } });
      const { db } = getDatabase();
      await db
        .updateTable('geoms')
        .set({ upvote_count: 3, created_at: sql<Date>`created_at - make_interval(secs => ${3 * DAY_S})` })
        .where('id', 'in', [due, paused])
        .execute();
      // The comment of a reporter is no answer.
      const reopened = await addComment(getDatabase(), { geomId: due, content: 'Text', isPublic: true });
      await db.updateTable('comments').set({ by_reporter: true }).where('id', '=', reopened).execute();
      const before = (await world.t.mails()).length;
      const { period, run } = escalationJobKind(world.t.deps);
      expect(await period?.hasWork?.()).toBe(true);
      await run(job, context);
      await run(job, context);
      const mails = (await world.t.mails()).slice(before);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.to).toContain(world.own.users.unitAdmin.email);
      expect(mails[0]?.text).toContain('have many votes');
      const priorities = [];
      for (const id of [due, paused, young]) priorities.push((await caseOf(id)).priority);
      expect(priorities).toEqual(['high', 'normal', 'normal']);
    },
  );
});
