import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ChangeDetails,
  type ErrorBody,
  type Import,
  type ImportSettings,
  type LargeChange,
  limits,
  type listNotices,
  type ReplyOf,
} from '@pgis/contract';
import { addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { GeometryRepair } from '../../src/importing/GeometryRepair.ts';
import { makeObjectWorld, newAddress, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

const square = (x: number, y: number) => [
  [
    [x, y],
    [x + 10, y],
    [x + 10, y + 10],
    [x, y],
  ],
];
const bowTie = [
  [
    [506_000, 312_000],
    [506_010, 312_010],
    [506_010, 312_000],
    [506_000, 312_010],
    [506_000, 312_000],
  ],
];
const feature = (properties: object, coordinates: unknown) =>
  JSON.stringify({ type: 'Feature', properties, geometry: coordinates && { type: 'Polygon', coordinates } });

/** Stands in LKS-92: three whole ones, one without a shape, one that crosses itself, one with a long name. */
const stands = [
  feature({ kadastrs: '80960003100', suga: 'Bērzs', vec: 24 }, square(506_000, 312_000)),
  feature({ kadastrs: '80960003101', suga: 'Egle', vec: 41 }, square(506_100, 312_000)),
  feature({ kadastrs: '80960003102', suga: 'Priede', vec: 58 }, square(506_200, 312_000)),
  feature({ kadastrs: '80960003103', suga: 'Apse' }, null),
  feature({ kadastrs: '80960003104', suga: 'Apse' }, bowTie),
  feature({ kadastrs: '80960003105', suga: 'x'.repeat(41) }, square(506_300, 312_000)),
].join('\n');

describeOnEachDatabase('imports in the browser', (getDatabase, itOnce) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const ask = <T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    requester: Requester = 'unitAdmin',
  ) => world.ask<T & ErrorBody>(method, `imports${path}`, requester, payload && { payload });
  const patch = (
    id: number,
    offset: number,
    bytes: Buffer,
    { index = 0, requester = 'unitAdmin' as Requester } = {},
  ) =>
    world.t.call<ErrorBody>({
      method: 'PATCH',
      url: `/api/v1/imports/${id}/files/${index}`,
      headers: {
        ...newAddress(),
        ...world.headersOf(requester),
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'tus-resumable': '1.0.0',
      },
      payload: bytes,
    });
  const announce = async (name: string, size: number) =>
    (await ask<Import>('POST', '', { files: [{ name, size }] })).json;
  const settled = async (id: number) => {
    await world.t.deps.background.idle();
    return (await ask<Import>('GET', `/${id}`)).json;
  };
  /** Uploads a file and waits until it is inspected. */
  const upload = async (name: string, content: string) => {
    const bytes = Buffer.from(content);
    const { id } = await announce(name, bytes.length);
    expect((await patch(id, 0, bytes)).status).toBe(204);
    return await settled(id);
  };
  const settings = (more: Partial<ImportSettings> = {}): ImportSettings => ({
    target: { kind: 'newLayer', groupId: world.roadsGroup, name: 'Audzes', isPublic: false },
    fields: [
      { source: 'suga', name: 'species' },
      { source: 'vec', name: 'age' },
    ],
    name: '{suga}',
    description: '{kadastrs}',
    keyFields: ['kadastrs'],
    crs: 'EPSG:3059',
    repairs: false,
    truncates: false,
    ...more,
  });
  const run = async (id: number, body: ImportSettings) => {
    const started = await ask<Import>('POST', `/${id}/run`, body);
    expect([started.status, started.json.state]).toEqual([200, 'importing']);
    return await settled(id);
  };
  const objectsOf = (layerId: number) =>
    getDatabase()
      .db.selectFrom('geoms')
      .select(['name', 'description', 'data', 'import_key', 'author_id', 'deleted_at'])
      .where('class_id', '=', layerId)
      .orderBy('name')
      .execute();
  const logOf = (layerId: number) =>
    getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'details'])
      .where('layer_id', '=', layerId)
      .orderBy('id')
      .execute();

  it('a clerk uploads a file in parts, looks at it and imports it into a new layer; skipped rows come back', async () => {
    const bytes = Buffer.from(stands);
    const { id, state } = await announce('audzes.ndjson', bytes.length);
    expect(state).toBe('uploading');
    expect((await patch(id, 0, bytes.subarray(0, 100))).headers['upload-offset']).toBe('100');
    // The connection was lost: the client asks how much has arrived and goes on from there.
    expect((await patch(id, 50, bytes.subarray(50))).json.error).toBe('UPLOAD_OFFSET');
    const head = await world.t.app.inject({
      method: 'HEAD',
      url: `/api/v1/imports/${id}/files/0`,
      headers: world.headersOf('unitAdmin'),
    });
    expect([head.headers['upload-offset'], head.headers['upload-length']]).toEqual([
      '100',
      String(bytes.length),
    ]);
    expect((await patch(id, 100, bytes.subarray(100))).status).toBe(204);

    const read = await settled(id);
    expect(read).toMatchObject({
      state: 'ready',
      inspection: {
        featureCount: 6,
        kinds: { polygon: 5 },
        skipped: [{ reason: 'NO_GEOMETRY', count: 1, rows: [4] }],
        sampleTexts: ['Bērzs'],
      },
    });
    expect(read.inspection?.candidates[0]).toMatchObject({ crs: 'EPSG:3059', inside: 5 });
    const located = await ask<{ shapes: unknown[]; candidate: object }>(
      'GET',
      `/${id}/location?crs=EPSG:32635`,
    );
    expect(located.json.shapes).toHaveLength(5);
    expect(located.json.candidate).toMatchObject({ name: 'WGS 84 / UTM zone 35N', inside: 0 });

    const done = await run(id, settings());
    expect(done).toMatchObject({
      state: 'done',
      result: {
        layerName: 'Audzes',
        added: 3,
        skipped: [
          { reason: 'NO_GEOMETRY', count: 1, rows: [4] },
          { reason: 'NAME_TOO_LONG', count: 1, rows: [6] },
          { reason: 'INVALID_SHAPE', count: 1, rows: [5] },
        ],
        hasRows: true,
      },
    });
    const notices = await world.ask<ReplyOf<typeof listNotices>>('GET', 'notices', 'unitAdmin');
    expect(notices.json.items[0]).toMatchObject({
      kind: 'importDone',
      import: { id, layerName: 'Audzes', added: 3 },
    });
    const layerId = done.result?.layerId ?? 0;
    expect(await objectsOf(layerId)).toMatchObject([
      {
        name: 'Bērzs',
        description: '80960003100',
        data: { species: 'Bērzs', age: 24 },
        import_key: '80960003100',
      },
      { name: 'Egle', author_id: world.own.users.unitAdmin.id },
      { name: 'Priede' },
    ]);
    expect((await logOf(layerId)).map(({ action }) => action)).toEqual([
      'CLASSIFIER_ADDED',
      'OBJECTS_IMPORTED',
    ]);

    const reasons = await ask('GET', `/${id}/skipped?content=reasons&language=lv`);
    expect(reasons.text.split('\r\n').slice(0, 2)).toEqual(['\ufeffRinda;Iemesls', '4;Nav ģeometrijas']);
    const rows = await ask('GET', `/${id}/skipped?content=rows`);
    const [header, ...lines] = rows.text.trimEnd().split('\r\n');
    expect(header).toBe('\ufeffkadastrs,suga,vec,wkt');
    expect(lines.map((line) => line.slice(0, 16))).toEqual([
      '80960003103,Apse',
      '80960003104,Apse',
      '80960003105,xxxx',
    ]);
    // What was corrected goes in with "Add to a layer".
    const fixed = await upload('to_fix.csv', rows.text.replace('x'.repeat(41), 'Osis'));
    const again = await run(fixed.id, {
      ...settings({ target: { kind: 'add', layerId }, crs: 'EPSG:4326', repairs: true }),
      fields: [{ source: 'suga', name: 'species' }],
    });
    expect(again.result).toMatchObject({ added: 2, repaired: 1, skipped: [{ count: 1 }] });
    expect((await objectsOf(layerId)).map(({ name }) => name)).toEqual([
      'Apse',
      'Bērzs',
      'Egle',
      'Osis',
      'Priede',
    ]);
  });

  itOnce(
    'skipped rows are corrected in a table: they become part of their import, and the rest says why it stays',
    async () => {
      const { id } = await upload('fix.ndjson', stands);
      const { result } = await run(id, settings());
      const layerId = result?.layerId ?? 0;
      interface Listed {
        fields: string[];
        rows: { rowNumber: number; reason: string; values: string[]; shape: { type: string } | null }[];
      }
      const list = async () => (await ask<Listed>('GET', `/${id}/skipped-rows`)).json;
      const { fields, rows } = await list();
      expect(fields).toEqual(['kadastrs', 'suga', 'vec']);
      expect(rows.map(({ rowNumber, reason, shape }) => [rowNumber, reason, shape?.type])).toEqual([
        [4, 'NO_GEOMETRY', undefined],
        [5, 'INVALID_SHAPE', 'Polygon'],
        [6, 'NAME_TOO_LONG', 'Polygon'],
      ]);
      expect(rows[0]?.values).toEqual(['80960003103', 'Apse', null]);

      const fix = (rows: object[], requester?: Requester) =>
        ask<Import>('POST', `/${id}/skipped-rows`, { rows }, requester);
      const wrong = await fix([{ rowNumber: 4, values: [{ field: 'nav', value: '1' }] }]);
      expect(wrong.json.error).toBe('UNKNOWN_FIELD');
      expect((await fix([{ rowNumber: 4, values: [] }], 'moduleAdmin')).status).toBe(404);
      const fixed = await fix([
        { rowNumber: 4, values: [{ field: 'kadastrs', value: '80960003100' }], wkt: 'POINT(24.1 56.95)' },
        { rowNumber: 6, values: [{ field: 'suga', value: 'Osis' }] },
      ]);
      expect(fixed.json.result).toMatchObject({
        added: 4,
        hasRows: true,
        skipped: [
          { reason: 'INVALID_SHAPE', count: 1, rows: [5] },
          { reason: 'KEY_TWICE', count: 1, rows: [4] },
        ],
      });
      await fix([{ rowNumber: 4, values: [], wkt: 'POINT(24.1 56.95)' }]);
      // Objects of the first run are not added twice.
      expect(
        (await fix([{ rowNumber: 6, values: [{ field: 'suga', value: 'Osis' }] }])).json.result?.added,
      ).toBe(5);
      expect((await list()).rows.map(({ rowNumber }) => rowNumber)).toEqual([5]);
      const { json: recent } = await world.ask<{ items: LargeChange[] }>('GET', 'changes', 'unitAdmin');
      const grown = recent.items.find(({ kind, count }) => kind === 'objectsImported' && count === 5);
      expect(grown?.canUndo).toBe(true);
      const file = await ask('GET', `/${id}/skipped?content=rows`);
      expect(file.text.trimEnd().split('\r\n')).toHaveLength(2);
      expect((await logOf(layerId)).map(({ action }) => action)).toEqual([
        'CLASSIFIER_ADDED',
        ...new Array(3).fill('OBJECTS_IMPORTED'),
      ]);

      const undone = await ask<{ deleted: number }>('POST', `/${id}/undo`);
      expect(undone.json.deleted).toBe(5);
      expect((await fix([{ rowNumber: 5, values: [] }])).json.error).toBe('IMPORT_STATE');
    },
  );

  itOnce('what is typed into an empty cell has the type of the other values of its field', async () => {
    const rows = [
      feature({ n: 'a', vec: 24, aug: true, kods: '01' }, square(506_000, 312_000)),
      feature({ n: 'b', vec: null, aug: null, kods: null }, null),
    ];
    const { id } = await upload('typed.ndjson', rows.join('\n'));
    const fields = ['n', 'vec', 'aug', 'kods'].map((name) => ({ source: name, name }));
    const body = { ...settings({ fields, keyFields: ['n'] }), name: '{n}', description: '' };
    const { result } = await run(id, body);
    const values = Object.entries({ vec: '41', aug: 'false', kods: '02' }).map(([field, value]) => ({
      field,
      value,
    }));
    const fixed = await ask<Import>('POST', `/${id}/skipped-rows`, {
      rows: [{ rowNumber: 2, values, wkt: 'POINT(24.1 56.95)' }],
    });
    expect(fixed.json.result?.added).toBe(2);
    expect((await objectsOf(result?.layerId ?? 0)).map(({ data }) => data)).toEqual([
      { n: 'a', vec: 24, aug: true, kods: '01' },
      { n: 'b', vec: 41, aug: false, kods: '02' },
    ]);
  });

  it('corrected rows whose shapes cross themselves are repaired, one request after the other', async () => {
    const long = ['x', 'y'].map((letter) => feature({ suga: letter.repeat(41) }, bowTie));
    const rows = [feature({ suga: 'Egle' }, square(506_000, 312_000)), ...long];
    const { id } = await upload('repairs.ndjson', rows.join('\n'));
    const fields = [{ source: 'suga', name: 'species' }];
    const body = { ...settings({ fields, repairs: true }), description: '' };
    const { result } = await run(id, { ...body, keyFields: ['suga'] });
    expect(result).toMatchObject({
      added: 1,
      repaired: 0,
      skipped: [{ reason: 'NAME_TOO_LONG', rows: [2, 3] }],
    });
    let [engines, most] = [0, 0];
    const { repair } = GeometryRepair.prototype;
    const repairing = vi.spyOn(GeometryRepair.prototype, 'repair').mockImplementation(async function (
      this: GeometryRepair,
      row,
    ) {
      most = Math.max(most, ++engines);
      return await repair.call(this, row).finally(() => engines--);
    });
    const fix = (rowNumber: number, value: string) =>
      ask<Import>('POST', `/${id}/skipped-rows`, {
        rows: [{ rowNumber, values: [{ field: 'suga', value }] }],
      });
    const fixed = await Promise.all([fix(2, 'Osis'), fix(3, 'Liepa')]);
    repairing.mockRestore();
    const last = fixed.find(({ json }) => json.result?.added === 3);
    expect(last?.json.result).toMatchObject({ repaired: 2, skipped: [], hasRows: false });
    // An engine takes much memory.
    expect(most).toBe(1);
  });

  it('an import is undone as one; what was edited since stays', async () => {
    const { id } = await upload('undo.ndjson', stands);
    const layerId = (await run(id, settings())).result?.layerId ?? 0;
    await getDatabase()
      .db.updateTable('geoms')
      .set({ version: 2 })
      .where('class_id', '=', layerId)
      .where('name', '=', 'Egle')
      .execute();
    const undone = await ask<{ deleted: number; kept: number }>('POST', `/${id}/undo`);
    expect([undone.status, undone.json]).toEqual([200, { deleted: 2, kept: 1 }]);
    expect((await objectsOf(layerId)).filter(({ deleted_at }) => deleted_at === null)).toMatchObject([
      { name: 'Egle' },
    ]);
    expect((await logOf(layerId)).at(-1)).toMatchObject({ action: 'DATA_REMOVED', details: { count: 2 } });
    expect((await ask('POST', `/${id}/undo`)).json.error).toBe('IMPORT_STATE');
    const { json } = await world.ask<{ items: LargeChange[] }>('GET', 'changes', 'unitAdmin');
    expect(json.items.find(({ node }) => node.id === layerId)?.undone).toMatchObject({ count: 2, left: 1 });
  });

  it('an import is in the list of recent changes, where others may undo it, also when the record of it is gone', async () => {
    const { id } = await upload('listed.ndjson', stands);
    const { result } = await run(id, settings());
    const layerId = result?.layerId ?? 0;
    const [last] = await objectsOf(layerId);
    const list = await world.ask<{ items: LargeChange[] }>('GET', 'changes', 'writer');
    const change = list.json.items.find(({ node }) => node.id === layerId);
    expect(change).toMatchObject({
      kind: 'objectsImported',
      count: 3,
      userName: 'unitAdmin',
      canUndo: false,
    });
    // A vote raises no version, and would be lost with its object.
    const { db } = getDatabase();
    const { id: geom_id, company_id } = await db
      .selectFrom('geoms')
      .select(['id', 'company_id'])
      .where('class_id', '=', layerId)
      .where('name', '=', last?.name ?? '')
      .executeTakeFirstOrThrow();
    await db.insertInto('upvotes').values({ company_id, geom_id, voter: 'u:1' }).execute();
    await ask('DELETE', `/${id}`);
    const path = `changes/${change?.id}`;
    expect((await world.ask('POST', `${path}/undo`, 'writer')).status).toBe(403);
    expect((await world.ask<ChangeDetails>('GET', path, 'moduleAdmin')).json.preview).toEqual({
      count: 2,
      left: 1,
    });
    await world.ask('POST', `${path}/undo`, 'moduleAdmin');
    await world.t.deps.background.idle();
    expect((await world.ask<ChangeDetails>('GET', path, 'moduleAdmin')).json).toMatchObject({
      state: 'undone',
      undone: { userName: 'moduleAdmin', count: 2, left: 1 },
      leftObjects: [{ name: last?.name, reason: 'changed' }],
    });
    expect((await objectsOf(layerId)).filter(({ deleted_at }) => deleted_at === null)).toHaveLength(1);
  });

  it('a cancelled import leaves nothing: no object, layer, row or file', async () => {
    const { db } = getDatabase();
    const listLayers = () =>
      db
        .selectFrom('classifiers')
        .select('id')
        .where('parent_id', '=', world.roadsGroup)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute();
    const layersBefore = await listLayers();
    const many = Array.from({ length: 20_000 }, (_, i) =>
      feature({ suga: `n${i}` }, square(506_000 + i, 312_000)),
    );
    const { id } = await upload('many.ndjson', many.join('\n'));
    const started = await ask<Import>('POST', `/${id}/run`, {
      ...settings({ fields: [], keyFields: ['suga'] }),
      description: '',
    });
    expect(started.status).toBe(200);
    await expect
      .poll(async () => (await ask<Import>('GET', `/${id}`)).json.progress?.done ?? 0, { timeout: 20_000 })
      .toBeGreaterThan(0);
    // Somebody is quick and votes for one of the objects.
    const { id: geom_id, company_id } = await db
      .selectFrom('geoms')
      .select(['id', 'company_id'])
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow();
    await db.insertInto('upvotes').values({ company_id, geom_id, voter: 'u:1' }).execute();
    expect((await ask('DELETE', `/${id}`)).status).toBe(204);
    await world.t.deps.background.idle();
    const left = await db.selectFrom('geoms').select('id').where('import_id', '=', id).execute();
    expect(left).toEqual([]);
    const marked = await db.selectFrom('geoms').select('deleted_at').where('id', '=', geom_id).execute();
    expect(marked).toEqual([{ deleted_at: expect.any(Date) }]);
    expect(await db.selectFrom('imports').select('id').where('id', '=', id).execute()).toEqual([]);
    expect(await listLayers()).toEqual(layersBefore);
  });

  it.each([
    ['is locked out', 'SESSION_ENDED'],
    ['loses the right', 'FORBIDDEN'],
  ])('an import whose owner %s while it runs ends with the reason and leaves nothing', async (what, code) => {
    const { db } = getDatabase();
    const userId = world.own.users.unitAdmin.id;
    const { group_id } = await db
      .selectFrom('group_members')
      .select('group_id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const setRights = (status: 'enabled' | 'disabled', level: 'Admin' | 'Read') =>
      what === 'is locked out'
        ? db.updateTable('users').set({ status }).where('id', '=', userId).execute()
        : db.updateTable('group_grants').set({ level }).where('group_id', '=', group_id).execute();
    const layerId = await addLayer(getDatabase(), { groupId: world.roadsGroup, name: `Rights ${code}` });
    const many = Array.from({ length: 20_000 }, (_, i) =>
      feature({ suga: `n${i}` }, square(506_000 + i, 312_000)),
    );
    const { id } = await upload('rights.ndjson', many.join('\n'));
    const body = settings({ target: { kind: 'add', layerId }, fields: [], keyFields: ['suga'] });
    expect((await ask('POST', `/${id}/run`, { ...body, description: '' })).status).toBe(200);
    const count = async () => (await objectsOf(layerId)).length;
    await expect.poll(count, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0);
    await setRights('disabled', 'Read');
    await world.t.deps.background.idle();
    await setRights('enabled', 'Admin');
    expect((await ask<Import>('GET', `/${id}`)).json).toMatchObject({ state: 'failed', failure: code });
    expect(await count()).toBe(0);
    await ask('DELETE', `/${id}`);
  });

  it('rows of a table without coordinates are put where their addresses are, and the rest is corrected by an address', async () => {
    const database = getDatabase();
    const layerId = await addLayer(database, { groupId: world.roadsGroup, name: 'Houses' });
    const hidden = await addLayer(database, { groupId: world.forestsGroup, name: 'Elsewhere' });
    const foreign = await addLayer(database, { groupId: world.foreignGroup, name: 'Foreign' });
    const at = (x: number) => `POINT(${2_683_000 + x} 7748000)`;
    await addObjects(database, [
      { classId: layerId, name: 'Brīvības iela 12, Rīga', wkt: at(0) },
      { classId: layerId, name: 'brivibas iela 12 Riga', wkt: at(20) },
      { classId: layerId, name: 'Skolas iela 1', wkt: at(0) },
      { classId: layerId, name: 'Skolas iela 1', wkt: at(5_000) },
      { classId: hidden, name: 'Meža iela 9', wkt: at(0), isPublic: false },
      { classId: foreign, name: 'Meža iela 9', wkt: at(0) },
    ]);
    const rows = [
      'brīvības iela 12, rīga',
      'Skolas iela 1',
      'Meža iela 9',
      'Cēsis',
      '',
      'Nekur 77',
      'x'.repeat(2_047),
    ];
    const { id, inspection } = await upload(
      'adreses.csv',
      `nr;adrese\r\n${rows.map((row, i) => `${i};${row}`).join('\r\n')}`,
    );
    expect(inspection).toMatchObject({ featureCount: 7, skipped: [{ reason: 'NO_GEOMETRY', count: 7 }] });
    const again = await ask<Import>('PUT', `/${id}/reading`, { columns: { address: 'adrese' } });
    expect(again.status).toBe(200);
    const read = (await settled(id)).inspection;
    expect(read).toMatchObject({
      address: 'adrese',
      kinds: { point: 2 },
      candidates: [{ crs: 'EPSG:4326', isFromFile: true }],
    });
    const reasons = (skipped: readonly { reason: string; rows: number[] }[] | undefined) =>
      Object.fromEntries((skipped ?? []).map((one) => [one.reason, one.rows]));
    const left = { ADDRESS_AMBIGUOUS: [3], ADDRESS_NOT_FOUND: [4, 7, 8], NO_GEOMETRY: [6] };
    expect(reasons(read?.skipped)).toEqual(left);

    const fields = [{ source: 'adrese', name: 'address' }];
    const body = settings({ fields, crs: 'EPSG:4326', name: '{adrese}', description: '', keyFields: ['nr'] });
    const { result } = await run(id, body);
    expect([result?.added, reasons(result?.skipped)]).toEqual([2, left]);
    const positions = await database.db
      .selectFrom('geoms')
      .select(['name', sql<number>`round(ST_X(ST_Transform(geom, 4326))::numeric, 1)::float`.as('lon')])
      .where('class_id', '=', result?.layerId ?? 0)
      .orderBy('id')
      .execute();
    expect(positions).toEqual([
      { name: 'brīvības iela 12, rīga', lon: 24.1 },
      { name: 'Cēsis', lon: 25.3 },
    ]);
    const value = (text: string) => [{ field: 'adrese', value: text }];
    const fixed = await ask<Import>('POST', `/${id}/skipped-rows`, {
      rows: [
        { rowNumber: 3, values: [] },
        { rowNumber: 4, values: value('Valmiera') },
        { rowNumber: 6, values: value('Nekur 78') },
        { rowNumber: 7, values: [], wkt: 'POINT(24.1 56.95)' },
      ],
    });
    expect([fixed.json.result?.added, reasons(fixed.json.result?.skipped)]).toEqual([
      4,
      { ADDRESS_AMBIGUOUS: [3], ADDRESS_NOT_FOUND: [8, 6] },
    ]);
  });

  itOnce('a file is read again in another encoding', async () => {
    const bytes = Buffer.from('nosauk,x,y\r\nB\xe7rzs,24.1,56.9\r\n', 'latin1');
    const { id } = await announce('p.csv', bytes.length);
    await patch(id, 0, bytes);
    expect((await settled(id)).inspection).toMatchObject({
      encoding: { name: 'windows-1257' },
      sampleTexts: ['Bērzs'],
    });
    expect((await ask('PUT', `/${id}/reading`, { encoding: 'windows-1251' })).status).toBe(200);
    expect((await settled(id)).inspection).toMatchObject({
      encoding: { origin: 'selected' },
      sampleTexts: ['Bзrzs'],
    });
  });

  itOnce('a file that cannot be read says why, and nothing of it stays', async () => {
    const broken = await upload('broken.kml', '<!DOCTYPE k [<!ENTITY a "b">]><kml>&a;</kml>');
    expect([broken.state, broken.failure, broken.inspection]).toEqual(['failed', 'DOCTYPE', null]);
    expect((await ask('POST', `/${broken.id}/run`, settings())).json.error).toBe('IMPORT_STATE');
    expect((await ask('DELETE', `/${broken.id}`)).status).toBe(204);
    const uploads = join(world.t.deps.config.dataDir, 'files', 'uploads');
    expect(await readdir(uploads)).toEqual([]);
  });

  it('more bytes than announced are refused, and so is another type of body', async () => {
    const { id } = await announce('a.geojson', 10);
    expect((await patch(id, 0, Buffer.alloc(11))).json.error).toBe('PAYLOAD_TOO_LARGE');
    expect((await patch(id, 0, Buffer.alloc(5))).headers['upload-offset']).toBe('5');
    expect((await patch(id, 0, Buffer.alloc(5), { index: 1 })).status).toBe(404);
    const json = await world.t.call<ErrorBody>({
      method: 'PATCH',
      url: `/api/v1/imports/${id}/files/0`,
      headers: { ...world.headersOf('unitAdmin'), 'upload-offset': '5' },
      payload: {},
    });
    expect(json.json.error).toBe('UNSUPPORTED_MEDIA_TYPE');
    await ask('DELETE', `/${id}`);
  });

  itOnce('imports are of their owner, and go where the owner may add', async () => {
    expect((await ask('POST', '', { files: [{ name: 'a', size: 1 }] }, 'reader')).status).toBe(403);
    const { id } = await upload('rights.ndjson', stands);
    for (const requester of ['moduleAdmin', 'foreigner'] as const) {
      expect((await ask('GET', `/${id}`, undefined, requester)).status).toBe(404);
      expect((await ask('DELETE', `/${id}`, undefined, requester)).status).toBe(404);
    }
    expect((await patch(id, 0, Buffer.alloc(1), { requester: 'moduleAdmin' })).status).toBe(404);
    const inForests = { kind: 'newLayer', groupId: world.forestsGroup, name: 'A', isPublic: false } as const;
    expect((await ask('POST', `/${id}/run`, settings({ target: inForests }))).status).toBe(403);
    const classId = await addLayer(getDatabase(), { groupId: world.forestsGroup, name: 'Mežs' });
    expect(
      (await ask('POST', `/${id}/run`, settings({ target: { kind: 'add', layerId: classId } }))).status,
    ).toBe(403);
    const unknown = settings({ fields: [{ source: 'nav', name: 'nav' }] });
    expect((await ask('POST', `/${id}/run`, unknown)).json.error).toBe('UNKNOWN_FIELD');
    await ask('DELETE', `/${id}`);
  });

  itOnce('the client of tus uploads in parts and goes on after a break', async () => {
    const content = Buffer.from(stands);
    const { id } = await announce('tus.ndjson', content.length);
    const address = await world.t.app.listen({ port: 0, host: '127.0.0.1' });
    let offsets: number[] = [];
    const upload = (breakAfter?: number) =>
      new Promise<void>((resolve, reject) => {
        const client = new Upload(content, {
          uploadUrl: `${address}/api/v1/imports/${id}/files/0`,
          chunkSize: 300,
          retryDelays: [],
          headers: world.headersOf('unitAdmin'),
          onChunkComplete(_, accepted) {
            offsets.push(accepted);
            if (accepted === breakAfter) void client.abort().then(resolve);
          },
          onSuccess: () => resolve(),
          onError: reject,
        });
        client.start();
      });
    await upload(600);
    expect(offsets).toEqual([300, 600]);
    offsets = [];
    await upload();
    expect([offsets[0], offsets.at(-1)]).toEqual([900, content.length]);
    expect((await settled(id)).inspection?.featureCount).toBe(6);
  });

  it('a user has a few imports at once, and no more', async () => {
    const files = [{ name: 'a.geojson', size: 1 }];
    const ids: number[] = [];
    for (let i = 0; i < limits.import.atOnce; i++) {
      const { status, json } = await ask<Import>('POST', '', { files }, 'writer');
      expect(status).toBe(201);
      ids.push(json.id);
    }
    expect((await ask('POST', '', { files }, 'writer')).json.error).toBe('TOO_MANY_IMPORTS');
    const large = [{ name: 'a.geojson', size: limits.import.bytes }, ...files];
    expect((await ask('POST', '', { files: large })).json.error).toBe('PAYLOAD_TOO_LARGE');
    expect((await ask<Import[]>('GET', '', undefined, 'writer')).json.map(({ id }) => id)).toEqual(
      ids.reverse(),
    );
  });

  it('coordinate systems are found by code and name', async () => {
    const find = async (q: string) =>
      (
        await world.ask<{ crs: string; name: string }[]>(
          'GET',
          `coordinate-systems?q=${encodeURIComponent(q)}`,
          'writer',
        )
      ).json;
    expect((await find('latvia tm'))[0]).toEqual({ crs: 'EPSG:3059', name: 'LKS92 / Latvia TM' });
    expect((await find('3059'))[0]?.crs).toBe('EPSG:3059');
    expect((await find('utm 35n')).length).toBeGreaterThan(1);
    expect(await find(' ')).toEqual([]);
  });
});
