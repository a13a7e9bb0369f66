import { limits, type listOverdueCases, type ReplyOf, type ReportPage } from '@pgis/contract';
import { addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMissingCases } from '../../src/cases/caseRows.ts';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

const caseLayer = { dueDays: 5, days: 'working' } as const;

const YEAR_S = 365 * 86_400;

describeOnEachDatabase('Overdue cases', (getDatabase) => {
  let world: ObjectWorld;
  let layerId: number;
  let ids: readonly number[];
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layerId = await addLayer(getDatabase(), { groupId: world.roadsGroup, caseLayer });
    ids = await addCases([
      'POINT(10 20)',
      'POINT(30 40)',
      'POINT(5000 5000)',
      'POINT(50 60)',
      'POINT(70 80)',
    ]);
    const [, inTime = 0, , paused = 0, closed = 0] = ids;
    const set = (id: number, values: ReturnType<typeof sql>) =>
      sql`UPDATE cases SET ${values} WHERE geom_id = ${id}::bigint`.execute(getDatabase().db);
    await set(inTime, sql`due_on = current_date + 5`);
    await set(paused, sql`paused_on = current_date - 1`);
    await set(closed, sql`closed_at = now()`);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Cases that were due long ago. */
  async function addCases(points: readonly string[], classId = layerId): Promise<readonly number[]> {
    const added = await addObjects(
      getDatabase(),
      points.map((wkt) => ({ classId, wkt })),
    );
    const { db } = getDatabase();
    await openMissingCases(db, classId);
    await sql`UPDATE cases SET due_on = '2020-01-01' WHERE geom_id = ANY(${added}::bigint[])`.execute(db);
    return added;
  }
  const rings = async (query: string, as: Requester = 'reader') =>
    (await world.ask<ReplyOf<typeof listOverdueCases>>('GET', `cases/overdue?${query}`, as)).json;

  it('have rings while nobody waits for them, in the layers and the extent asked for', async () => {
    const [near = 0, , far = 0] = ids;
    const ofLayer = (await rings(`_classes=${layerId}`)).items;
    expect(ofLayer.map(({ id }) => id)).toEqual([near, far]);
    expect(ofLayer[0]).toEqual({ id: near, classId: layerId, x: 10, y: 20 });
    const inView = (await rings(`_classes=1,${layerId}&_bbox=0,0,100,100`)).items;
    expect(inView.map(({ id }) => id)).toEqual([near]);
    expect((await rings('_classes=1')).items).toEqual([]);
  });

  it('have rings for those who hold a level in the unit, and for nobody else', async () => {
    for (const as of ['reader', 'writer', 'unitAdmin', 'moduleAdmin'] as const)
      expect([as, (await rings(`_classes=${layerId}`, as)).items.length]).toEqual([as, 2]);
    for (const as of ['nobody', 'foreigner'] as const)
      expect([as, (await rings(`_classes=${layerId}`, as)).items]).toEqual([as, []]);
    expect((await world.ask('GET', 'cases/overdue', 'visitor')).status).toBe(401);
  });

  it('have no rings when there are more than the map can show', async () => {
    const crowded = await addLayer(getDatabase(), { groupId: world.roadsGroup, caseLayer });
    await addCases(
      Array.from({ length: limits.cases.rings }, () => 'POINT(1 1)'),
      crowded,
    );
    expect(await rings(`_classes=${crowded}`)).toMatchObject({
      isCut: false,
      items: { length: limits.cases.rings },
    });
    await addCases(['POINT(2 2)'], crowded);
    expect(await rings(`_classes=${crowded}`)).toEqual({ isCut: true, items: [] });
  });

  it('are told by the report of the layer and its file; a layer without cases has no such columns', async () => {
    const read = async (query: string) =>
      (await world.ask<ReportPage>('GET', `geoms/class-objects/${layerId}?_size=10&${query}`, 'reader')).json
        .items;
    const [near = 0, inTime = 0, far = 0, paused = 0, closed = 0] = ids;
    const rows = await read('_sort=due');
    expect(rows.map(({ id, isOverdue }) => [id, isOverdue])).toEqual([
      [near, true],
      [far, true],
      [paused, false],
      [closed, false],
      [inTime, false],
    ]);
    expect(rows[0]?.dueOn).toBe('2020-01-01');
    const [undated = 0] = await addObjects(getDatabase(), [{ classId: layerId }]);
    expect((await read('_sort=due')).at(-1)).toMatchObject({ id: undated, dueOn: null });
    const falling = (await read('_sort=-due')).map(({ id }) => id);
    expect([falling[0], falling.at(-1)]).toEqual([inTime, undated]);
    // Eight years ago nothing was overdue.
    world.t.clock.advance(-8 * YEAR_S);
    expect((await read('_sort=due'))[0]).toMatchObject({ id: near, isOverdue: false });
    world.t.clock.advance(8 * YEAR_S);
    const fileOf = async (id: number) =>
      (await world.ask('POST', `geoms/object-report/${id}`, 'reader', { payload: { sort: 'id' } })).text;
    const [head = '', first = ''] = (await fileOf(layerId)).split('\r\n');
    const values = new Map(
      head.split(',').map((name, index) => [name, first.split(',')[index]?.replaceAll('"', '')]),
    );
    expect([values.get('Due'), values.get('Overdue')]).toEqual(['2020-01-01', 'Yes']);
    const other = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    await addObjects(getDatabase(), [{ classId: other }]);
    expect((await fileOf(other)).split('\r\n')[0]).not.toContain('Due');
  });
});
