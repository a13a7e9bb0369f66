import type { ErrorBody, listDuplicates, ReplyOf } from '@pgis/contract';
import { addComment, addLayer, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

/** Near Rīga, where a metre on the ground is 1.83 m in EPSG:3857. */
const [x, y] = [2_683_000, 7_750_000];

describeOnEachDatabase('Possible duplicates', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newLayer = (more: Partial<Parameters<typeof addLayer>[1]> = {}) =>
    addLayer(getDatabase(), {
      ...{ groupId: world.roadsGroup, caseLayer: { dueDays: 5, days: 'working' } },
      ...more,
    });
  /** Adds a case `east` metres of EPSG:3857 from the place. */
  async function report(classId: number, east: number, description = 'Deep hole'): Promise<number> {
    const { json, text } = await world.ask<{ id: number }>('POST', 'geoms/add', 'moduleAdmin', {
      payload: { wkt: `POINT(${x + east} ${y})`, name: 'Brīvības iela 5', description, classId },
    });
    if (json.id === undefined) throw new Error(text);
    return json.id;
  }
  const find = async (id: number, query = '', as: Requester = 'writer') =>
    await world.ask<ReplyOf<typeof listDuplicates> & ErrorBody>('GET', `cases/${id}/duplicates${query}`, as);
  const idsOf = async (id: number, query = '', as: Requester = 'writer') =>
    (await find(id, query, as)).json.items.map((one) => one.id);
  const move = (id: number, by: string) =>
    sql`UPDATE geoms SET created_at = created_at + ${by}::interval WHERE id = ${id}::bigint`.execute(
      getDatabase().db,
    );

  it('open cases near in place and time are suggested, the most alike first', async () => {
    const layerId = await newLayer();
    const subject = await report(layerId, 0);
    const near = await report(layerId, 10, 'Other matter');
    const alike = await report(layerId, 80);
    const far = await report(layerId, 95);
    const [closed, old] = [await report(layerId, 1), await report(layerId, 1)];
    await addComment(getDatabase(), { geomId: closed, content: 'x', isPublic: false, status: 'Done' });
    await sql`UPDATE cases SET closed_at = now() WHERE geom_id = ${closed}::bigint`.execute(getDatabase().db);
    await move(old, '-31 days');
    const { json } = await find(subject);
    expect(json.items.map((one) => one.id)).toEqual([alike, near]);
    expect(json.items[0]).toMatchObject({ name: 'Brīvības iela 5', likeness: 1, canEdit: true });
    expect(json.items[0]?.distanceM).toBeCloseTo(43.7, 0);
    expect(await idsOf(subject, '?_distance=60')).toEqual([alike, far, near]);
    expect(await idsOf(subject, '?_days=32')).toContain(old);
    expect(await idsOf(subject, '?_size=1')).toEqual([alike]);
    // Time counts in both directions.
    await move(alike, '31 days');
    expect(await idsOf(subject)).toEqual([near]);
  });

  it('other layers are suggested when they read alike and one may see them', async () => {
    const subject = await report(await newLayer(), 300_000);
    const elsewhere = await report(await newLayer(), 300_005);
    const other = await report(
      await newLayer(),
      300_005,
      'Lamp is off, since Friday, by the old market hall',
    );
    const forest = await report(await newLayer({ groupId: world.forestsGroup }), 300_005);
    const plain = await report(await addLayer(getDatabase(), { groupId: world.roadsGroup }), 300_005);
    expect(await idsOf(subject)).toEqual([elsewhere]);
    expect((await idsOf(subject, '', 'moduleAdmin')).toSorted()).toEqual([elsewhere, forest].toSorted());
    expect((await find(plain)).status).toBe(404);
    expect((await find(forest)).status).toBe(404);
    for (const as of ['nobody', 'foreigner'] as const) expect((await find(subject, '', as)).status).toBe(404);
    expect(other).not.toBe(elsewhere);
  });

  it('the limits are those of the contract', async () => {
    const subject = await report(await newLayer(), 600_000);
    for (const [query, status] of [
      ['?_distance=1000', 200],
      ['?_distance=1001', 400],
      ['?_days=365', 200],
      ['?_days=366', 400],
      ['?_size=20', 200],
      ['?_size=21', 400],
    ] as const)
      expect([query, (await find(subject, query)).status]).toEqual([query, status]);
    const ids = Array.from({ length: 6 }, () => subject);
    const compare = async (count: number) =>
      (await world.ask('GET', `cases/compare?_ids=${ids.slice(0, count)}`, 'reader')).status;
    expect([await compare(5), await compare(6)]).toEqual([200, 400]);
    expect((await world.ask('GET', 'cases/compare?_ids=1,2', 'reader')).status).toBe(404);
  });
});
