import {
  type applyComparison,
  type BodyOf,
  type ChangeDetails,
  companyOf,
  type Difference,
  type ErrorBody,
  type FieldSchema,
  type FixedRow,
  type Import,
  type ImportId,
  type ImportSettings,
  type LargeChange,
  referenceOf,
} from '@pgis/contract';
import { addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/db/inTransaction.ts';
import { APPLY_JOB, applyJobKind } from '../../src/features/imports/compare/applyJob.ts';
import { eraseAddresses } from '../../src/features/privacy/index.ts';
import { makeObjectWorld, newAddress, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

type Choice = BodyOf<typeof applyComparison>;
interface Page {
  readonly items: Difference[];
  readonly next: number | null;
}

const square = (x: number, y = 312_000) => [
  [
    [x, y],
    [x + 10, y],
    [x + 10, y + 10],
    [x, y],
  ],
];
interface Stand {
  readonly kad: string;
  readonly suga?: string | null;
  readonly vec?: number;
  readonly x?: number;
  readonly shape?: null;
}
const toFile = (stands: readonly Stand[]) =>
  stands
    .map(({ x = 506_000, shape, ...properties }) =>
      JSON.stringify({
        type: 'Feature',
        properties,
        geometry: shape === null ? null : { type: 'Polygon', coordinates: square(x) },
      }),
    )
    .join('\n');

const january: readonly Stand[] = [
  { kad: 'a', suga: 'Bērzs', vec: 24, x: 506_000 },
  { kad: 'b', suga: 'Egle', vec: 41, x: 506_100 },
  { kad: 'c', suga: 'Priede', vec: 58, x: 506_200 },
  { kad: 'd', suga: 'Apse', vec: 7, x: 506_300 },
];
/** `a` stays, `b` is older, `c` has moved, `d` is gone, `e` is new. */
const february: readonly Stand[] = [
  { kad: 'a', suga: 'Bērzs', vec: 24, x: 506_000 },
  { kad: 'b', suga: 'Egle', vec: 42, x: 506_100 },
  { kad: 'c', suga: 'Priede', vec: 58, x: 506_205 },
  { kad: 'e', suga: 'Osis', vec: 1, x: 506_400 },
];

const none = { all: false, except: [] };
const whole = { all: true, except: [] };
const nothing: Choice = { added: none, changed: none, conflict: none, missing: none };

describeOnEachDatabase('comparing a file with a layer', (getDatabase, itOnce) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const ask = <T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: object,
    requester: Requester = 'unitAdmin',
  ) => world.ask<T & ErrorBody>(method, `imports${path}`, requester, payload && { payload });
  const settled = async (id: number, requester: Requester = 'unitAdmin') => {
    await world.t.deps.background.idle();
    return (await ask<Import>('GET', `/${id}`, undefined, requester)).json;
  };
  const upload = async (stands: readonly Stand[], requester: Requester = 'unitAdmin') => {
    const bytes = Buffer.from(toFile(stands));
    const files = [{ name: 'audzes.ndjson', size: bytes.length }];
    const { id } = (await ask<Import>('POST', '', { files }, requester)).json;
    await world.t.call({
      method: 'PATCH',
      url: `/api/v1/imports/${id}/files/0`,
      headers: {
        ...newAddress(),
        ...world.headersOf(requester),
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'tus-resumable': '1.0.0',
      },
      payload: bytes,
    });
    await settled(id, requester);
    return id;
  };
  const fields = [
    { source: 'kad', name: 'key' },
    { source: 'suga', name: 'species' },
    { source: 'vec', name: 'age' },
  ];
  const settings = (target: ImportSettings['target']): ImportSettings => ({
    ...{
      target,
      fields,
      name: '{suga}',
      keyFields: ['kad'],
      crs: 'EPSG:3059',
      repairs: false,
      truncates: false,
    },
  });
  const run = async (id: number, body: ImportSettings, requester: Requester = 'unitAdmin') => {
    const { status } = await ask<Import>('POST', `/${id}/run`, body, requester);
    expect(status).toBe(200);
    return await settled(id, requester);
  };
  /** A layer with the stands of January. */
  const importJanuary = async (stands = january) => {
    const target = { kind: 'newLayer', groupId: world.roadsGroup, name: 'Audzes', isPublic: false } as const;
    const done = await run(await upload(stands), settings(target));
    return done.result?.layerId ?? 0;
  };
  type Match = Extract<ImportSettings['target'], { kind: 'compare' }>['match'];
  const byKey = { by: 'fields' } as const;
  const compare = async (
    layerId: number,
    stands: readonly Stand[],
    {
      match = byKey as Match,
      requester = 'unitAdmin' as Requester,
      more = {} as Partial<ImportSettings>,
    } = {},
  ) => {
    const id = await upload(stands, requester);
    return await run(id, { ...settings({ kind: 'compare', layerId, match }), ...more }, requester);
  };
  const differencesOf = async (id: number, query = '') =>
    (await ask<Page>('GET', `/${id}/differences${query}`)).json;
  const apply = async (id: number, choice: Partial<Choice>, requester: Requester = 'unitAdmin') => {
    const { status } = await ask('POST', `/${id}/apply`, { ...nothing, ...choice }, requester);
    expect(status).toBe(200);
    return await settled(id, requester);
  };
  const objectsOf = async (layerId: number) => {
    const rows = await getDatabase()
      .db.selectFrom('geoms')
      .select(['id', 'name', 'data', 'version', sql<string>`ST_AsText(geom, 0)`.as('shape')])
      .where('class_id', '=', layerId)
      .where('deleted_at', 'is', null)
      .execute();
    return new Map(rows.map((row) => [String(row.data.key), row]));
  };
  const edit = (layerId: number, key: string, data: object) =>
    getDatabase()
      .db.updateTable('geoms')
      .set({ data: JSON.stringify({ key, ...data }), version: sql`version + 1` })
      .where('class_id', '=', layerId)
      .where(sql<boolean>`data ->> 'key' = ${key}`)
      .execute();
  const setFields = (layerId: number, fields: Readonly<Record<string, { schema?: FieldSchema }>>) =>
    getDatabase()
      .db.updateTable('classifiers')
      .set({
        layer_fields: JSON.stringify(
          Object.entries(fields).map(([name, { schema }]) => ({ name, type: 'text', schema })),
        ),
      })
      .where('id', '=', layerId)
      .execute();
  const stagedOf = (id: number) =>
    getDatabase().db.selectFrom('import_changes').selectAll().where('import_id', '=', id).execute();
  const changeOf = async (layerId: number) => {
    const { json } = await world.ask<{ items: LargeChange[] }>('GET', 'changes', 'unitAdmin');
    return json.items.find(({ node, kind }) => node.id === layerId && kind === 'importCompared');
  };

  it('what differs is shown before anything is written, then written as one change and undone as one', async () => {
    const layerId = await importJanuary();
    const before = await objectsOf(layerId);
    const { id, state, comparison } = await compare(layerId, february);
    expect([state, comparison]).toMatchObject([
      'compared',
      {
        counts: { added: 1, changed: 2, missing: 1, unchanged: 1, conflict: 0, ambiguous: 0 },
        layerName: 'Audzes',
      },
    ]);
    expect(await objectsOf(layerId)).toEqual(before);

    const { items, next } = await differencesOf(id);
    expect(next).toBeNull();
    const [b, c, e, d] = items;
    expect(b).toMatchObject({
      ...{ kind: 'changed', key: 'b', rowNumber: 2, isShapeChanged: false, name: 'Egle' },
      values: [{ part: 'field', field: 'age', old: '41', new: '42' }],
    });
    expect(c).toMatchObject({ kind: 'changed', key: 'c', values: [], isShapeChanged: true });
    expect([c?.oldShape, c?.newShape]).toMatchObject([{ type: 'Polygon' }, { type: 'Polygon' }]);
    expect(c?.newShape).not.toEqual(c?.oldShape);
    expect(e).toMatchObject({ kind: 'added', objectId: null, oldShape: null, name: 'Osis' });
    expect(e?.values).toContainEqual({ part: 'field', field: 'species', old: null, new: 'Osis' });
    expect(d).toMatchObject({ kind: 'missing', rowNumber: null, newShape: null, name: 'Apse' });
    // Pages, kinds, fields and places.
    const first = await differencesOf(id, '?size=3');
    expect(first.next).toBe(first.items[2]?.id);
    const rest = await differencesOf(id, `?size=3&after=${first.next}`);
    expect(rest.items.map(({ key }) => key)).toEqual(['d']);
    const keysOf = async (query: string) => (await differencesOf(id, query)).items.map(({ key }) => key);
    expect(await keysOf('?kind=unchanged')).toEqual(['a']);
    expect(await keysOf('?field=age')).toEqual(['b']);
    expect(await keysOf('?minx=0&miny=0&maxx=1&maxy=1')).toEqual([]);

    const done = await apply(id, { added: whole, changed: whole, missing: whole });
    expect(done.result).toMatchObject({ added: 1, compared: { updated: 2, deleted: 1, unchanged: 1 } });
    const after = await objectsOf(layerId);
    expect([...after.keys()].sort()).toEqual(['a', 'b', 'c', 'e']);
    expect(after.get('b')).toMatchObject({ id: before.get('b')?.id, data: { age: 42 }, version: 2 });
    expect(after.get('c')?.shape).not.toBe(before.get('c')?.shape);
    expect(after.get('a')?.version).toBe(1);
    const log = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'details'])
      .where('layer_id', '=', layerId)
      .orderBy('id')
      .execute();
    expect(log.slice(2)).toMatchObject([
      { action: 'OBJECTS_IMPORTED', details: { added: 1, updated: 2, deleted: 1, unchanged: 1 } },
    ]);

    // The record of the import may go; the change can be undone all the same.
    await ask('DELETE', `/${id}`);
    const change = await changeOf(layerId);
    expect(change).toMatchObject({ count: 4, canUndo: true });
    const path = `changes/${change?.id}`;
    expect((await world.ask<ChangeDetails>('GET', path, 'unitAdmin')).json.preview).toEqual({
      count: 4,
      left: 0,
    });
    await world.ask('POST', `${path}/undo`, 'unitAdmin');
    await world.t.deps.background.idle();
    const undone = await objectsOf(layerId);
    const plain = (objects: typeof before) =>
      [...objects]
        .map(([key, { id, name, data, shape }]) => ({ key, id, name, data, shape }))
        .sort((x, y) => x.id - y.id);
    expect(plain(undone)).toEqual(plain(before));
    expect(await stagedOf(id)).toEqual([]);
    // Nobody has edited the objects by hand, so the same file gives the same differences without conflicts.
    const again = await compare(layerId, february);
    expect(again.comparison?.counts).toMatchObject({ added: 1, changed: 2, missing: 1, conflict: 0 });
    await ask('DELETE', `/${again.id}`);
    expect(await stagedOf(again.id)).toEqual([]);
  });

  itOnce.each([
    ['fields', byKey],
    ['the key of the import', { by: 'importKey' }],
    ['place', { by: 'place', distanceM: 5 }],
  ] as const)('the same file twice finds no change by %s', async (_, match) => {
    const twins = [...january, { kad: 'z', suga: 'Apse', vec: 7, x: 506_300 }];
    const layerId = await importJanuary(twins);
    // A text that was typed in a form, and vertices rounded by an export, are no changes.
    await getDatabase()
      .db.updateTable('geoms')
      .set({ data: sql`data || '{"age": "24"}'`, geom: sql`ST_Translate(geom, 0.006, -0.004)` })
      .where('class_id', '=', layerId)
      .where('name', '=', 'Bērzs')
      .execute();
    const same = await compare(layerId, [...twins].reverse(), { match });
    expect(same.comparison?.counts).toEqual({
      ...{ added: 0, changed: 0, conflict: 0, missing: 0, unchanged: 5, ambiguous: 0 },
    });
    await ask('DELETE', `/${same.id}`);
  });

  it('by place the nearest object within the distance is the one, each at most once', async () => {
    const layerId = await importJanuary();
    const moved = [
      { kad: 'a', suga: 'Bērzs', vec: 24, x: 506_002 },
      { kad: 'a2', suga: 'Bērzs', vec: 24, x: 506_003 },
      { kad: 'b', suga: 'Egle', vec: 41, x: 506_107 },
      ...january.slice(2),
    ];
    const { id, comparison } = await compare(layerId, moved, { match: { by: 'place', distanceM: 5 } });
    expect(comparison?.counts).toMatchObject({ changed: 1, added: 2, missing: 1, unchanged: 2 });
    const { items } = await differencesOf(id, '?kind=changed');
    expect(items).toMatchObject([{ rowNumber: 1, values: [], isShapeChanged: true }]);
    await ask('DELETE', `/${id}`);
  });

  itOnce(
    'objects that somebody has edited since the import are conflicts, written only when they are named',
    async () => {
      const layerId = await importJanuary();
      await edit(layerId, 'b', { species: 'Egle', age: 50 });
      const { id, comparison } = await compare(layerId, february);
      expect(comparison?.counts).toMatchObject({ changed: 1, conflict: 1 });
      const [conflict] = (await differencesOf(id, '?kind=conflict')).items;
      expect(conflict).toMatchObject({ key: 'b', values: [{ field: 'age', old: '50', new: '42' }] });
      await apply(id, { added: whole, changed: whole });
      const after = await objectsOf(layerId);
      expect([after.get('b')?.data.age, after.has('d'), after.has('e')]).toEqual([50, true, true]);

      const second = await compare(layerId, february);
      const [named] = (await differencesOf(second.id, '?kind=conflict')).items;
      const done = await apply(second.id, { conflict: { all: false, except: [named?.id ?? 0] } });
      expect(done.result?.compared?.updated).toBe(1);
      expect((await objectsOf(layerId)).get('b')?.data.age).toBe(42);
    },
  );

  itOnce('whoever has edited an object since the import is named', async () => {
    const layerId = await importJanuary();
    const objects = await objectsOf(layerId);
    const idOf = (key: string) => objects.get(key)?.id ?? 0;
    const { json } = await world.ask<Record<string, unknown>>('GET', `geoms/${idOf('b')}`, 'writer');
    const put = await world.ask('PUT', `geoms/${idOf('b')}`, 'writer', {
      payload: { ...json, data: JSON.stringify({ key: 'b', species: 'Egle', age: 77 }) },
    });
    expect(put.status).toBe(200);
    const { id } = await compare(layerId, february);
    const { items } = await differencesOf(id);
    expect(items.map(({ key, edited }) => [key, edited?.by])).toEqual([
      ['b', expect.stringContaining('writer')],
      ['c', undefined],
      ['e', undefined],
      ['d', undefined],
    ]);
    await ask('DELETE', `/${id}`);
  });

  itOnce(
    'field by field objects keep their values, or get those of the file where they have none',
    async () => {
      const [a, b, c] = january;
      const layerId = await importJanuary([
        { ...(a ?? { kad: 'a' }), suga: null },
        b ?? { kad: 'b' },
        c ?? { kad: 'c' },
      ]);
      const [kad, suga, vec] = fields;
      const more = {
        name: '',
        fields: [
          kad,
          { ...suga, update: 'fillEmpty' },
          { ...vec, update: 'keep' },
        ] as ImportSettings['fields'],
      };
      const next = [
        { kad: 'a', suga: 'Bērzs', vec: 99, x: 506_000 },
        { kad: 'b', suga: 'Osis', vec: 99, x: 506_100 },
        { kad: 'c', suga: 'Priede', vec: 99, x: 506_205 },
        { kad: 'f', suga: 'Ozols', vec: 3, x: 506_500 },
      ];
      const { id, comparison } = await compare(layerId, next, { more });
      expect(comparison?.counts).toMatchObject({ added: 1, changed: 2, unchanged: 1 });
      expect(
        (await differencesOf(id, '?kind=changed')).items.map(({ key, values }) => [key, values]),
      ).toEqual([
        ['a', [{ part: 'field', field: 'species', old: '', new: 'Bērzs' }]],
        ['c', []],
      ]);
      await apply(id, { added: whole, changed: whole });
      const data = [...(await objectsOf(layerId))].map(([key, one]) => [key, one.data]).sort();
      expect(data).toEqual([
        ['a', { key: 'a', species: 'Bērzs', age: 24 }],
        ['b', { key: 'b', species: 'Egle', age: 41 }],
        ['c', { key: 'c', species: 'Priede', age: 58 }],
        ['f', { key: 'f', species: 'Ozols', age: 3 }],
      ]);
      expect((await compare(layerId, next, { more })).comparison?.counts).toMatchObject({ unchanged: 4 });
    },
  );

  it('skipped rows are corrected before the differences are applied', async () => {
    const layerId = await importJanuary();
    await setFields(layerId, { key: {}, species: { schema: { type: 'text', required: true } }, age: {} });
    const [a, b, c, d] = january;
    const rows: Stand[] = [
      { ...(a ?? { kad: '' }), shape: null },
      b ?? { kad: '' },
      c ?? { kad: '' },
      { ...(d ?? { kad: '' }), suga: 'x'.repeat(41) },
      { kad: 'n', vec: 5, x: 506_700 },
    ];
    const { id, comparison } = await compare(layerId, rows);
    expect(comparison).toMatchObject({
      counts: { added: 0, missing: 0, unchanged: 2 },
      hasRows: true,
      skipped: [
        { reason: 'NO_GEOMETRY' },
        { reason: 'NAME_TOO_LONG' },
        { reason: 'VALUE_MISFIT', rows: [5] },
      ],
    });
    const listed = await ask<{ rows: { rowNumber: number }[] }>('GET', `/${id}/skipped-rows`);
    expect(listed.json.rows.map(({ rowNumber }) => rowNumber)).toEqual([1, 4, 5]);
    const fix = async (rows: FixedRow[]) =>
      (await ask<Import>('POST', `/${id}/skipped-rows`, { rows })).json.comparison;
    const still = await fix([
      { rowNumber: 1, values: [{ field: 'vec', value: '25' }], wkt: 'POINT(24.1 56.95)' },
      { rowNumber: 4, values: [{ field: 'suga', value: 'y'.repeat(41) }] },
    ]);
    expect(still).toMatchObject({
      counts: { changed: 1, missing: 0, unchanged: 2 },
      hasRows: true,
      skipped: [
        { reason: 'NAME_TOO_LONG', count: 1, rows: [4] },
        { reason: 'VALUE_MISFIT', count: 1, rows: [5] },
      ],
    });
    const fixed = await fix([
      { rowNumber: 4, values: [{ field: 'suga', value: 'Apse' }] },
      { rowNumber: 5, values: [{ field: 'suga', value: 'Osis' }] },
      // It is compared already.
      { rowNumber: 1, values: [{ field: 'vec', value: '1' }], wkt: 'POINT(24.1 56.95)' },
    ]);
    expect(fixed).toMatchObject({
      counts: { added: 1, changed: 1, missing: 0, unchanged: 3 },
      hasRows: false,
      skipped: [],
    });
    const done = await apply(id, { added: whole, changed: whole });
    expect(done.result).toMatchObject({ added: 1, compared: { updated: 1 }, skipped: [] });
    expect((await objectsOf(layerId)).get('a')).toMatchObject({ data: { age: 25 }, name: 'Bērzs' });
    expect((await ask('POST', `/${id}/skipped-rows`, { rows: [{ rowNumber: 1, values: [] }] })).status).toBe(
      409,
    );
  });

  it('whoever stops the writing has the differences again, and an end that was sooner is not forgotten', async ({
    skip,
  }) => {
    const database = getDatabase();
    // The embedded engine has one session: nothing happens while a transaction runs.
    if (database.kind !== 'postgres') skip();
    const layerId = await importJanuary();
    const { id } = await compare(layerId, february);
    await database.db.transaction().execute(async (db) => {
      await db.selectFrom('geoms').select('id').where('class_id', '=', layerId).forUpdate().execute();
      await ask('POST', `/${id}/apply`, { ...nothing, changed: whole, added: whole });
      expect((await ask('DELETE', `/${id}?stops=true`)).status).toBe(204);
    });
    expect(await settled(id)).toMatchObject({ state: 'compared', comparison: { counts: { added: 1 } } });
    expect([...(await objectsOf(layerId)).values()].map(({ version }) => version)).toEqual([1, 1, 1, 1]);
    expect((await apply(id, { added: whole })).result?.added).toBe(1);
    expect((await ask('DELETE', `/${id}?stops=true`)).json.error).toBe('IMPORT_STATE');
    expect((await settled(id)).state).toBe('done');
  });

  it('differences stay when the writing fails after it was stopped', async () => {
    const database = getDatabase();
    const { id } = await compare(await importJanuary(), february);
    const importId = id as ImportId;
    const staged = await stagedOf(id);
    const fail = () =>
      inTransaction(database, {}, async (db) => {
        const job = {
          ...{ companyId: companyOf(importId), id: 1, kind: APPLY_JOB, payload: { importId } },
          ...{ attempts: 1, ageS: 0, lockedBy: '', everyS: null },
        };
        await applyJobKind(world.t.deps).onRelease?.(db, job, 'failed');
      });
    await fail();
    expect(await stagedOf(id)).toEqual(staged);
    await database.db.updateTable('imports').set({ state: 'importing' }).where('id', '=', importId).execute();
    await fail();
    expect([await stagedOf(id), (await settled(id)).failure]).toEqual([[], 'UNEXPECTED']);
  });

  itOnce('rows are left out one by one', async () => {
    const layerId = await importJanuary();
    const { id } = await compare(layerId, february);
    const [b] = (await differencesOf(id, '?field=age')).items;
    const done = await apply(id, { changed: { all: true, except: [b?.id ?? 0] } });
    expect(done.result).toMatchObject({ added: 0, compared: { updated: 1, deleted: 0 } });
    expect((await objectsOf(layerId)).get('b')?.data.age).toBe(41);
    expect(await stagedOf(id)).toHaveLength(1);
  });

  it('objects changed between comparing and applying become conflicts, and nothing is written', async () => {
    const layerId = await importJanuary();
    const { id } = await compare(layerId, february);
    await edit(layerId, 'b', { species: 'Egle', age: 99 });
    const again = await apply(id, { added: whole, changed: whole });
    expect([again.state, again.comparison]).toMatchObject([
      'compared',
      { wasRepeated: true, counts: { added: 1, changed: 1, conflict: 1, missing: 1 } },
    ]);
    const objects = await objectsOf(layerId);
    expect([objects.get('b')?.data.age, objects.has('e')]).toEqual([99, false]);
    expect(await changeOf(layerId)).toBeUndefined();
    expect((await apply(id, { added: whole, changed: whole })).state).toBe('done');
    expect((await objectsOf(layerId)).get('b')?.data.age).toBe(99);
  });

  itOnce('what two comparisons would add is added once', async () => {
    const layerId = await importJanuary();
    const one = await compare(layerId, february);
    const other = await compare(layerId, february);
    await apply(one.id, { added: whole });
    const again = await apply(other.id, { added: whole });
    expect([again.state, again.comparison?.counts.added]).toEqual(['compared', 0]);
    expect((await objectsOf(layerId)).size).toBe(5);
    await ask('DELETE', `/${other.id}`);
  });

  it('a reference to what is gone may stay, and only a row that changes it to such is skipped', async () => {
    const layerId = await importJanuary();
    const owners = await addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Owners' });
    const [gone = 0, other = 0, present = 0] = await addObjects(getDatabase(), [
      { classId: owners, name: 'Gone' },
      { classId: owners, name: 'Gone too' },
      { classId: owners, name: 'Present' },
    ]);
    const numberOf = (id: number) => referenceOf(id);
    for (const key of ['a', 'b', 'c']) await edit(layerId, key, { species: numberOf(gone), age: 1 });
    await setFields(layerId, { key: {}, species: { schema: { type: 'reference', layer: owners } }, age: {} });
    await getDatabase()
      .db.updateTable('geoms')
      .set({ deleted_at: sql`now()` })
      .where('id', 'in', [gone, other])
      .execute();
    const { id, comparison } = await compare(
      layerId,
      [
        { kad: 'a', suga: numberOf(gone), vec: 25, x: 506_000 },
        { kad: 'b', suga: numberOf(other), vec: 2, x: 506_100 },
        { kad: 'c', suga: 'Present', vec: 3, x: 506_200 },
        { kad: 'd', suga: 'Gone', vec: 4, x: 506_300 },
        { kad: 'e', suga: numberOf(gone), vec: 5, x: 506_400 },
      ],
      { more: { name: '' } },
    );
    expect(comparison).toMatchObject({
      counts: { changed: 0, conflict: 2, added: 0, missing: 0 },
      skipped: [{ reason: 'VALUE_MISFIT', count: 3 }],
    });
    expect(comparison?.skipped[0]?.rows.toSorted()).toEqual([2, 4, 5]);
    const { items } = await differencesOf(id);
    expect(items.map(({ key, values }) => [key, values.map(({ field }) => field)])).toEqual([
      ['a', ['age']],
      ['c', ['species', 'age']],
    ]);
    await apply(id, { conflict: whole });
    const after = await objectsOf(layerId);
    expect(after.get('a')?.data).toEqual({ key: 'a', species: numberOf(gone), age: 25 });
    expect(after.get('b')?.data).toEqual({ key: 'b', species: numberOf(gone), age: 1 });
    expect(after.get('c')?.data).toEqual({ key: 'c', species: numberOf(present), age: 3 });
  });

  it('rows that a repeated comparison skips are listed, and corrected like others', async () => {
    const layerId = await importJanuary();
    const owners = await addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Owners' });
    const [gone = 0] = await addObjects(getDatabase(), [
      { classId: owners, name: 'Gone soon' },
      { classId: owners, name: 'Present' },
    ]);
    await setFields(layerId, { key: {}, species: { schema: { type: 'reference', layer: owners } }, age: {} });
    const { id, comparison } = await compare(
      layerId,
      [
        { kad: 'a', suga: 'Gone soon', vec: 25, x: 506_000 },
        { kad: 'b', suga: 'Present', vec: 42, x: 506_100 },
      ],
      { more: { name: '' } },
    );
    expect(comparison).toMatchObject({ counts: { changed: 2 }, skipped: [], hasRows: false });
    await edit(layerId, 'b', { species: 'Egle', age: 50 });
    await getDatabase()
      .db.updateTable('geoms')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', gone)
      .execute();
    const again = await apply(id, { changed: whole });
    expect([again.state, again.comparison]).toMatchObject([
      'compared',
      {
        ...{ wasRepeated: true, hasRows: true, counts: { changed: 0, conflict: 1 } },
        skipped: [{ reason: 'VALUE_MISFIT', count: 1, rows: [1] }],
      },
    ]);
    const listed = await ask<{ rows: { rowNumber: number }[] }>('GET', `/${id}/skipped-rows`);
    expect(listed.json.rows.map(({ rowNumber }) => rowNumber)).toEqual([1]);
    const rows = [{ rowNumber: 1, values: [{ field: 'suga', value: 'Present' }] }];
    const fixed = await ask<Import>('POST', `/${id}/skipped-rows`, { rows });
    expect(fixed.json.comparison).toMatchObject({ counts: { changed: 1 }, skipped: [], hasRows: false });
    await ask('DELETE', `/${id}`);
  });

  it('added objects get the defaults that are shown for their size and values', async () => {
    const layerId = await importJanuary();
    const yes = { type: 'text', default: 'yes' } as const;
    await setFields(layerId, {
      ...{ key: {}, species: {}, age: {}, area: { schema: { type: 'area', unit: 'ha' } } },
      always: { schema: yes },
      small: { schema: { ...yes, showIf: { field: 'area', operator: '<', value: '1' } } },
      large: { schema: { ...yes, showIf: { field: 'area', operator: '>', value: '1' } } },
      old: { schema: { ...yes, showIf: { field: 'age', operator: '>', value: '99' } } },
    });
    const added = [
      { kad: 'e', suga: 'Osis', vec: 1, x: 506_400 },
      { kad: 'f', suga: 'Ozols', vec: 100, x: 506_500 },
    ];
    const { id } = await compare(layerId, [...january, ...added]);
    await apply(id, { added: whole });
    const objects = await objectsOf(layerId);
    expect(['e', 'f'].map((key) => objects.get(key)?.data)).toEqual([
      { key: 'e', species: 'Osis', age: 1, always: 'yes', small: 'yes' },
      { key: 'f', species: 'Ozols', age: 100, always: 'yes', small: 'yes', old: 'yes' },
    ]);
  });

  it('a file cannot be mapped to a field that the layer computes', async () => {
    const layerId = await importJanuary();
    await setFields(layerId, { key: {}, age: { schema: { type: 'area', unit: 'ha' } } });
    for (const target of [
      { kind: 'add', layerId },
      { kind: 'compare', layerId, match: byKey },
    ] as const) {
      const id = await upload(february);
      const { status, json } = await ask('POST', `/${id}/run`, settings(target));
      expect([status, json.errors]).toEqual([400, [{ path: '/fields/2/name', code: 'NOT_ALLOWED' }]]);
      await ask('DELETE', `/${id}`);
    }
  });

  it('objects of skipped rows are not missing, and keys that stand twice are left to their reader', async () => {
    const layerId = await importJanuary();
    const [a, b, c] = january;
    await getDatabase()
      .db.updateTable('geoms')
      .set({ data: sql`data || '{"key": "c"}'` })
      .where('class_id', '=', layerId)
      .where('name', '=', 'Apse')
      .execute();
    const rows = [
      { ...(a ?? { kad: '' }), shape: null },
      b ?? { kad: '' },
      { ...(c ?? { kad: '' }), vec: 1 },
    ];
    const { id, comparison } = await compare(layerId, rows);
    expect(comparison).toMatchObject({
      counts: { added: 0, changed: 0, missing: 0, unchanged: 1, ambiguous: 1 },
      skipped: [{ reason: 'NO_GEOMETRY', count: 1, rows: [1] }],
    });
    await apply(id, { added: whole, changed: whole, conflict: whole, missing: whole });
    expect((await objectsOf(layerId)).get('c')?.version).toBe(1);
  });

  itOnce(
    'an undo leaves alone what was changed since, and the page of the import undoes as well',
    async () => {
      const layerId = await importJanuary();
      const { id } = await compare(layerId, february);
      await apply(id, { added: whole, changed: whole, missing: whole });
      await edit(layerId, 'b', { species: 'Egle', age: 43 });
      const undone = await ask<object>('POST', `/${id}/undo`);
      expect([undone.status, undone.json]).toEqual([200, { deleted: 3, kept: 1 }]);
      const objects = await objectsOf(layerId);
      expect([...objects.keys()].sort()).toEqual(['a', 'b', 'c', 'd']);
      expect(objects.get('b')?.data.age).toBe(43);
      expect((await changeOf(layerId))?.undone).toMatchObject({ count: 3, left: 1 });
      expect((await ask('POST', `/${id}/undo`)).json.error).toBe('IMPORT_STATE');
    },
  );

  itOnce(
    'who may not edit the layer cannot compare, and who may not delete cannot delete what is missing',
    async () => {
      const layerId = await importJanuary();
      const forest = await addLayer(getDatabase(), { groupId: world.forestsGroup, name: 'Mežs' });
      const id = await upload(february);
      const target = { kind: 'compare', layerId: forest, match: byKey } as const;
      expect((await ask('POST', `/${id}/run`, settings(target))).status).toBe(403);
      const unknown = { ...settings({ ...target, layerId }), fields: fields.slice(1) };
      expect((await ask('POST', `/${id}/run`, unknown)).json.error).toBe('VALIDATION');
      expect((await ask('GET', `/${id}/differences`)).json.error).toBe('IMPORT_STATE');
      await ask('DELETE', `/${id}`);

      const compared = await compare(layerId, february, { requester: 'writer' });
      expect(compared.state).toBe('compared');
      const path = `/${compared.id}/apply`;
      expect((await ask('POST', path, { ...nothing, missing: whole }, 'writer')).status).toBe(403);
      expect((await ask('POST', path, nothing)).status).toBe(404);
      expect((await ask('GET', `/${compared.id}/differences`)).status).toBe(404);
      expect((await apply(compared.id, { changed: whole }, 'writer')).state).toBe('done');
    },
  );

  it('an erased address is gone from rows that wait and from what an undo would write back', async () => {
    const email = 'janis.erased@example.test';
    const [a, ...others] = january;
    const layerId = await importJanuary([{ ...(a ?? { kad: 'a' }), suga: email }, ...others]);
    const applied = await compare(layerId, january);
    await apply(applied.id, { changed: whole });
    const waiting = await compare(layerId, [{ kad: 'y', suga: email, vec: 1 }]);
    await eraseAddresses(getDatabase(), [email]);
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM import_changes AS c
      WHERE c::text LIKE ${`%${email}%`}`.execute(getDatabase().db);
    expect(rows).toEqual([{ count: 0 }]);
    await ask('DELETE', `/${waiting.id}`);
  });

  it('whoever is locked out while the differences wait to be written writes none of them', async ({
    skip,
  }) => {
    const database = getDatabase();
    // The embedded engine has one session: nothing happens while a transaction runs.
    if (database.kind !== 'postgres') skip();
    const layerId = await importJanuary();
    const { id } = await compare(layerId, february);
    const setStatus = (status: 'enabled' | 'disabled') =>
      database.db
        .updateTable('users')
        .set({ status })
        .where('id', '=', world.own.users.unitAdmin.id)
        .execute();
    await database.db.transaction().execute(async (db) => {
      await db.selectFrom('geoms').select('id').where('class_id', '=', layerId).forUpdate().execute();
      await ask('POST', `/${id}/apply`, { ...nothing, changed: whole, added: whole });
      const isWaiting = async () => {
        const { rows } = await sql<{ count: number }>`
          SELECT count(*)::integer AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%WITH locked AS%'`.execute(
          database.db,
        );
        return rows[0]?.count;
      };
      await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1);
      await sql`UPDATE users SET status = 'disabled' WHERE id = ${world.own.users.unitAdmin.id}`.execute(db);
    });
    await world.t.deps.background.idle();
    await setStatus('enabled');
    expect(await settled(id)).toMatchObject({ state: 'failed', failure: 'SESSION_ENDED' });
    const ages = await database.db
      .selectFrom('geoms')
      .select(['data', 'version'])
      .where('class_id', '=', layerId)
      .execute();
    expect(ages.map(({ version }) => version)).toEqual([1, 1, 1, 1]);
  });

  it('a cancelled comparison leaves nothing', async () => {
    const layerId = await importJanuary();
    const many = Array.from({ length: 20_000 }, (_, i) => ({
      kad: `n${i}`,
      suga: 'x',
      vec: 1,
      x: 506_000 + i,
    }));
    const id = await upload(many);
    const { status } = await ask('POST', `/${id}/run`, settings({ kind: 'compare', layerId, match: byKey }));
    expect(status).toBe(200);
    await expect
      .poll(async () => (await ask<Import>('GET', `/${id}`)).json.progress?.done ?? 0, { timeout: 20_000 })
      .toBeGreaterThan(0);
    expect((await ask('DELETE', `/${id}`)).status).toBe(204);
    await world.t.deps.background.idle();
    expect(await stagedOf(id)).toEqual([]);
    expect((await ask('GET', `/${id}`)).status).toBe(404);
    expect((await objectsOf(layerId)).size).toBe(4);
  });
});
