import { addComment, addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserActor } from '../../src/access/Actor.ts';
import { listLayerAccess } from '../../src/layers/getLayerAccess.ts';
import { toReporter } from '../../src/layers/layerPermissions.ts';
import { type LayerAccess, layerConstants, layerValues } from '../../src/layers/layerQuery.ts';
import { joinLatestComment } from '../../src/query/latestComment.ts';
import type { ObjectQuery } from '../../src/query/ObjectQuery.ts';
import { toCondition } from '../../src/query/toCondition.ts';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';
import { readStatusIds } from './readStatusIds.ts';

type Filter = Omit<ObjectQuery, 'layers'>;
const [POINTS, LINES, POLYGONS] = [1, 2, 3] as const;

describeOnEachDatabase('objects that pass a query', (getDatabase) => {
  let world: ObjectWorld;
  let layers: readonly LayerAccess[];
  let visitorLayers: readonly LayerAccess[];
  let ids: number[];
  let reader: ReturnType<typeof toReporter>;
  const statusOf = new Map<string, number>();

  beforeAll(async () => {
    const database = getDatabase();
    const { db } = database;
    world = await makeObjectWorld(database);
    const layerId = await addLayer(database, { groupId: world.roadsGroup, fields: ['state'] });
    ids = await addObjects(database, [
      { classId: layerId, name: 'Main', data: { state: 'good' }, authorId: world.own.users.reader.id },
      // The bounding box of this line covers the corner of the extent below, its shape does not.
      { classId: layerId, name: 'Line', data: { state: 'bad' }, wkt: 'LINESTRING(100 0,100 100,0 100)' },
      {
        classId: layerId,
        name: 'Area',
        description: 'Deep bay',
        data: { kadastrs: '80960020123' },
        wkt: 'POLYGON((200 0,300 0,300 100,200 100,200 0))',
      },
      { classId: layerId, name: 'Private', isPublic: false, wkt: 'POINT(500 500)' },
    ]);
    const [, line = 0, area = 0, hidden = 0] = ids;
    await sql`UPDATE geoms SET review = 'hidden' WHERE id = ${hidden}::bigint`.execute(db);
    await sql`UPDATE geoms SET review = 'waiting' WHERE id = ${area}::bigint`.execute(db);
    await addComment(database, { geomId: line, content: 'x', isPublic: true, status: 'Done' });
    await addComment(database, { geomId: area, content: 'x', isPublic: false, status: 'Planned' });
    await sql`UPDATE comments SET added_at = '2026-05-01T12:00:00Z' WHERE geom_id = ${line}::bigint`.execute(
      db,
    );
    // The last moment of a day where the company is, the first of the next, and two later ones.
    const moments = [
      '2026-06-30T21:00:00Z',
      '2026-06-30T20:59:59.999Z',
      '2026-07-05T00:00:00Z',
      '2026-07-06T00:00:00Z',
    ];
    for (const [index, id] of ids.entries())
      await sql`UPDATE geoms SET created_at = ${moments[index]}::timestamptz WHERE id = ${id}::bigint`.execute(
        db,
      );
    for (const [name, id] of Object.entries(await readStatusIds(database, world.own.companyId)))
      statusOf.set(name, id);
    const actor: UserActor = {
      kind: 'user',
      userId: world.own.users.reader.id,
      companyId: world.own.companyId,
      userName: '',
      language: 'en',
      unitLevels: new Map([[world.own.units.roads, 'Read'] as const]),
      moduleAdmin: false,
      hasCustomReports: false,
      firstLogin: false,
      sessionId: '',
      address: '',
    };
    reader = toReporter(actor);
    layers = await listLayerAccess(db, actor, [layerId]);
    visitorLayers = await listLayerAccess(db, { kind: 'anonymous', visitorId: undefined, address: '' }, [
      layerId,
    ]);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Indexes of the objects that pass, in each form of a statement. */
  async function find(query: ObjectQuery): Promise<number[][]> {
    const { db } = getDatabase();
    const [access] = query.layers;
    if (access === undefined) throw new Error('a query needs a layer');
    const statements = [
      sql<{ id: number }>`
        SELECT g.id FROM ${layerValues(query.layers)} JOIN geoms AS g ON ${toCondition(query)} ORDER BY g.id`,
      sql<{ id: number }>`
        SELECT g.id FROM ${layerConstants(access)} CROSS JOIN geoms AS g WHERE ${toCondition(query)} ORDER BY g.id`,
      sql<{ id: number }>`
        SELECT g.id FROM ${layerValues(query.layers)} CROSS JOIN geoms AS g ${joinLatestComment(query.layers)}
        WHERE ${toCondition(query, 'joined')} ORDER BY g.id`,
    ];
    const found: number[][] = [];
    for (const statement of statements)
      found.push((await statement.execute(db)).rows.map(({ id }) => ids.indexOf(id)));
    return found;
  }

  const moment = '2026-06-30T21:00:00Z';
  const cases: readonly (readonly [string, () => Filter, readonly number[]])[] = [
    ['nothing', () => ({}), [0, 1, 2, 3]],
    ['a text', () => ({ text: ' MAI ' }), [0]],
    ['no text', () => ({ text: '  ' }), [0, 1, 2, 3]],
    ['a text of the description', () => ({ text: 'deep B' }), [2]],
    ['a part of a cadastre number', () => ({ text: '6002012' }), [2]],
    ['a text of another field', () => ({ text: 'good' }), []],
    [
      'fields',
      () => ({ fields: { condition: 'or', rules: [{ field: 'state', operator: 'contains', value: 'A' }] } }),
      [1],
    ],
    ['no rules', () => ({ fields: { condition: 'or', rules: [] } }), [0, 1, 2, 3]],
    ['a status', () => ({ statusIds: [statusOf.get('Done') ?? 0] }), [1]],
    ['an internal status', () => ({ statusIds: [statusOf.get('Planned') ?? 0] }), [2]],
    ['no status', () => ({ statusIds: [null] }), [0, 3]],
    ['a status or none', () => ({ statusIds: [null, statusOf.get('Done') ?? 0] }), [0, 1, 3]],
    ['mine', () => ({ addedBy: reader }), [0]],
    ['nobody’s', () => ({ addedBy: { authorId: undefined, visitorId: undefined, reportIds: [] } }), []],
    ['reports known by a mail', () => ({ addedBy: { ...reader, reportIds: [ids[2] ?? 0] } }), [0, 2]],
    ['closed at any time', () => ({ period: { date: 'closed' } }), [1]],
    ['closed on a day', () => ({ period: { date: 'closed', from: '2026-05-01', to: '2026-05-01' } }), [1]],
    ['closed later', () => ({ period: { date: 'closed', from: '2026-05-02' } }), []],
    ['changed until a moment', () => ({ period: { date: 'changed', to: '2000-01-01T00:00:00Z' } }), []],
    [
      'added from a moment',
      () => ({ period: { date: 'added', from: '2000-01-01T00:00:00Z' } }),
      [0, 1, 2, 3],
    ],
    [
      'changed from a moment',
      () => ({ period: { date: 'changed', from: '2000-01-01T00:00:00Z' } }),
      [0, 1, 2, 3],
    ],
    ['added until a day', () => ({ period: { date: 'added', to: '2026-06-30' } }), [1]],
    ['added from a day', () => ({ period: { date: 'added', from: '2026-07-01' } }), [0, 2, 3]],
    ['added until its moment', () => ({ period: { date: 'added', to: moment } }), [0, 1]],
    ['added from its moment', () => ({ period: { date: 'added', from: moment } }), [0, 2, 3]],
    ['closed until a day', () => ({ period: { date: 'closed', to: '2026-04-30' } }), []],
    ['waiting', () => ({ review: 'waiting' }), [2]],
    ['withheld', () => ({ review: 'withheld' }), [2, 3]],
    ['a kind', () => ({ kinds: [LINES] }), [1]],
    ['kinds', () => ({ kinds: [POINTS, POLYGONS] }), [0, 2, 3]],
    ['no kind', () => ({ kinds: [] }), []],
    ['boxes in an extent', () => ({ extent: [0, 0, 50, 50] }), [0, 1]],
    ['shapes in an extent', () => ({ extent: [0, 0, 50, 50], extentTest: 'shape' }), [0]],
    ['an area', () => ({ areaWkt: 'POLYGON((90 10,250 10,250 20,90 20,90 10))' }), [1, 2]],
    ['ids', () => ({ ids: [ids[1] ?? 0, ids[3] ?? 0] }), [1, 3]],
    ['no ids', () => ({ ids: [] }), []],
    ['all', () => ({ exceptIds: [], idsByLayer: new Map() }), [0, 1, 2, 3]],
    ['all but ids', () => ({ exceptIds: [ids[1] ?? 0, ids[3] ?? 0] }), [0, 2]],
    ['ids of its layer', () => ({ idsByLayer: new Map([[layers[0]?.layer.id ?? 0, [ids[0] ?? 0]]]) }), [0]],
    ['ids of another layer', () => ({ idsByLayer: new Map([[1, [ids[0] ?? 0]]]) }), [0, 1, 2, 3]],
    ['all of them', () => ({ text: 'main', kinds: [POINTS], addedBy: reader, extent: [0, 0, 1, 1] }), [0]],
  ];

  test.each(cases)('%s', async (_, makeFilter, expected) => {
    for (const found of await find({ layers, ...makeFilter() })) expect(found).toEqual(expected);
  });

  test('D-OBJ-14: the filters of a layer, all of them', async () => {
    const narrow = (...values: string[]) =>
      layers.map((access) => ({
        ...access,
        filters: values.map((value) => ({ field: 'state', operator: 'contains' as const, value })),
      }));
    for (const found of await find({ layers: narrow('D') })) expect(found).toEqual([0, 1]);
    for (const found of await find({ layers: narrow('D', 'oo') })) expect(found).toEqual([0]);
  });

  test('D-CLS-07 D-CLS-03: a visitor sees what is public and reviewed, and no status of an internal comment', async () => {
    for (const found of await find({ layers: visitorLayers })) expect(found).toEqual([0, 1]);
    for (const found of await find({ layers: visitorLayers, review: 'withheld' })) expect(found).toEqual([]);
    const statusIds = [null, statusOf.get('Planned') ?? 0];
    for (const found of await find({ layers: visitorLayers, statusIds })) expect(found).toEqual([0]);
  });
});
