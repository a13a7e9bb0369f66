import type { ReportDashboard } from '@pgis/contract';
import {
  addActors,
  addComment,
  addGroup,
  addLayer,
  addObjects,
  describeOnEachDatabase,
  signIn,
} from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester, requesters } from '../objects/ObjectWorld.ts';

describeOnEachDatabase('the start page of reports', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const askWith = (headers: Record<string, string>) =>
    world.t.call<ReportDashboard>({
      url: '/api/v1/reports/dashboard',
      headers: { ...headers, 'accept-language': 'lv' },
    });
  const ask = (requester: Requester) => askWith(world.headersOf(requester));
  const change = (statement: ReturnType<typeof sql>) => statement.execute(getDatabase().db);

  test('D-PERM-01 SIDE-12: it needs Read in some unit', async () => {
    const statuses = [];
    for (const requester of requesters) statuses.push(`${requester} ${(await ask(requester)).status}`);
    expect(statuses).toEqual([
      'visitor 401',
      'foreigner 200',
      'nobody 403',
      'reader 200',
      'writer 200',
      'unitAdmin 200',
      'moduleAdmin 200',
    ]);
  });

  test('D-REP-03 D-PERM-01 D-CLS-06: open and closed by layer and month, median, votes and the newest, of one’s units', async () => {
    const holes = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      name: 'Holes',
      fields: ['kind'],
      allowPublicRegistration: true,
    });
    const ruled = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      name: 'Ruled',
      fields: ['kind'],
      ruleset: { condition: 'and', rules: [{ field: 'kind', operator: '=', value: 'big' }] },
    });
    const view = await addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'View', sourceId: holes });
    const trees = await addLayer(getDatabase(), { groupId: world.forestsGroup, name: 'Trees' });
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = await addObjects(getDatabase(), [
      { classId: holes, name: 'a' },
      { classId: holes, name: 'b' },
      { classId: holes, name: 'c' },
      { classId: holes, name: 'gone' },
      { classId: ruled, name: 'planned', data: { kind: 'big' } },
      { classId: ruled, name: 'big', data: { kind: 'Big' } },
      { classId: ruled, name: 'small', data: { kind: 'small' } },
      { classId: trees, name: 'tree' },
    ]);
    const days = async (id: number, added: number, closed: number) => {
      await change(
        sql`UPDATE geoms SET created_at = now() - make_interval(days => ${added}) WHERE id = ${id}`,
      );
      await change(
        sql`UPDATE comments SET added_at = now() - make_interval(days => ${closed}) WHERE geom_id = ${id}`,
      );
    };
    await addComment(getDatabase(), { geomId: a, content: 'x', isPublic: false, status: 'Done' });
    await addComment(getDatabase(), { geomId: b, content: 'x', isPublic: true, status: 'Rejected' });
    await addComment(getDatabase(), { geomId: c, content: 'x', isPublic: true, status: 'Planned' });
    await addComment(getDatabase(), { geomId: e, content: 'x', isPublic: true, status: 'Planned' });
    await days(a, 10, 8);
    await days(b, 500, 494);
    await change(sql`UPDATE geoms SET upvote_count = 3 WHERE id = ${c}`);
    await change(sql`UPDATE geoms SET deleted_at = now() WHERE id = ${d}`);

    const { json } = await ask('reader');
    const now = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Riga' }).format(new Date()).slice(0, 7);
    expect([json.months.length, json.months.at(-1)]).toEqual([12, now]);
    expect(
      json.layers.map(({ name, groupName, objects, open, closed, votes, medianDaysToClose }) => [
        name,
        groupName,
        objects,
        open,
        closed,
        votes,
        medianDaysToClose,
      ]),
    ).toEqual([
      ['Holes', 'Roads', 3, 1, 2, 3, 4],
      // Objects without a status are not open in a register.
      ['Ruled', 'Roads', 2, 1, 0, 0, null],
    ]);
    expect(json.totals).toEqual({ objects: 5, open: 2, closed: 2, votes: 3, medianDaysToClose: 4 });
    // Older objects count in the sums and in no month.
    const inMonths = json.layers[0]?.months.reduce((sum, { open, closed }) => sum + open + closed, 0);
    expect(inMonths).toBe(2);
    expect(json.layers[0]?.months.reduce((sum, { closed }) => sum + closed, 0)).toBe(1);
    expect(json.newest.map(({ name }) => name).sort()).toEqual(['a', 'b', 'big', 'c', 'planned']);
    expect(json.newest.find(({ name }) => name === 'a')).toMatchObject({
      layerName: 'Holes',
      status: expect.stringMatching(/\S/),
      statusType: 'fixed',
      reference: `${world.own.companyId}-${a % 2 ** 32}`,
    });
    expect(json.newest.at(-1)?.name).toBe('b');
    expect(JSON.stringify(json)).not.toContain('Trees');
    expect(json.layers.map(({ id }) => id)).not.toContain(view);
    const all = (await ask('moduleAdmin')).json;
    expect(all.layers.map(({ name }) => name).sort()).toEqual(['Holes', 'Ruled', 'Trees']);
    expect([all.totals.objects, all.totals.open]).toEqual([6, 2]);
    expect((await ask('foreigner')).json.layers).toEqual([]);
  });

  test('D-REP-03: the median is none of the outliers, and the newest are the newest of each layer', async () => {
    // The page shows all layers of a company, so these are in one of their own.
    const { companyId, units, users } = await addActors(getDatabase());
    const groupId = await addGroup(getDatabase(), { companyId, unitId: units.roads, name: 'Many' });
    const layers = [
      await addLayer(getDatabase(), { groupId, name: 'First' }),
      await addLayer(getDatabase(), { groupId, name: 'Second' }),
    ];
    const made: number[][] = [];
    for (const [at, classId] of layers.entries())
      made.push(
        await addObjects(
          getDatabase(),
          Array.from({ length: 12 }, (_, n) => ({ classId, name: `${at} ${n}` })),
        ),
      );
    // The last added are the oldest; those of the second layer lie between those of the first.
    for (const [at, ids] of made.entries())
      for (const [n, id] of ids.entries())
        await change(sql`UPDATE geoms SET created_at = now() + make_interval(days => ${400 - 2 * n - at})
          WHERE id = ${id}`);
    for (const [n, days] of [1, 2, 30].entries()) {
      const id = made[0]?.[n] ?? 0;
      await addComment(getDatabase(), { geomId: id, content: 'x', isPublic: true, status: 'Done' });
      await change(sql`UPDATE comments SET added_at = g.created_at + make_interval(days => ${days})
        FROM geoms AS g WHERE g.id = ${id} AND comments.geom_id = g.id`);
    }
    const { json } = await askWith((await signIn(world.t, users.reader)).headers);
    expect(json.layers.find(({ name }) => name === 'First')?.medianDaysToClose).toBe(2);
    expect(json.newest.map(({ name }) => name)).toEqual([0, 1, 2, 3, 4].flatMap((n) => [`0 ${n}`, `1 ${n}`]));
  });
});
