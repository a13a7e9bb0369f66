import {
  type CustomReport,
  type CustomReportResult,
  type ErrorBody,
  limits,
  type ReportContent,
} from '@pgis/contract';
import { addComment, addLayer, addObjects, describeOnEachDatabase, type ObjectRow } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ObjectWorld, type Requester, requesters } from '../objects/ObjectWorld.ts';
import { makeReportWorld, saveReport } from './ReportWorld.ts';
import { reportContent } from './reportContent.ts';

describeOnEachDatabase('custom reports', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    // Reader and writer hold the module, each in the unit of the roads; the unit Admin does not.
    world = await makeReportWorld(getDatabase(), ['Roads Read', 'Roads Write']);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newLayer = (more: Partial<Parameters<typeof addLayer>[1]> = {}) =>
    addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Trees', fields: ['species'], ...more });
  const add = (classId: number, objects: readonly Partial<ObjectRow>[]) =>
    addObjects(
      getDatabase(),
      objects.map((object) => ({ classId, ...object })),
    );
  const call = <T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    requester: Requester,
    payload?: object,
  ) =>
    world.t.call<T & ErrorBody>({
      method,
      url: `/api/v1/reports/custom${path}`,
      headers: { ...world.headersOf(requester), 'accept-language': 'en' },
      ...(payload && { payload }),
    });
  const content = (more: Partial<ReportContent> = {}): ReportContent => ({ ...reportContent, ...more });
  const body = (more: object = {}) => ({
    name: 'Mine',
    description: '',
    shared: false,
    ...content(),
    ...more,
  });
  const save = (more: object = {}, requester: Requester = 'reader') =>
    saveReport(world, body(more), requester);
  const preview = async (more: Partial<ReportContent>, requester: Requester = 'reader') => {
    const { status, json, text } = await call<CustomReportResult>(
      'POST',
      '/preview',
      requester,
      content(more),
    );
    if (status !== 200) throw new Error(text);
    return json;
  };
  const cellsOf = async (more: Partial<ReportContent>) =>
    (await preview(more)).rows.map(({ cells }) => cells);
  const logOf = async (action: string) =>
    (
      await getDatabase()
        .db.selectFrom('audit_log')
        .select(['entity', 'entity_id', 'entity_name', 'user_id', 'details'])
        .where('company_id', '=', world.own.companyId)
        .where('action', '=', action as 'REPORT_SAVED')
        .orderBy('id')
        .execute()
    ).at(-1);
  const change = (statement: ReturnType<typeof sql>) => statement.execute(getDatabase().db);

  test('D-REP-03 PERM-02 SIDE-13: custom reports need the module permission and Read in some unit', async () => {
    const answers = [];
    for (const requester of requesters) {
      const { status, json } = await call('GET', '', requester);
      answers.push(`${requester} ${status} ${json.error ?? ''}`.trim());
    }
    expect(answers).toEqual([
      'visitor 401 NOT_SIGNED_IN',
      'foreigner 200',
      'nobody 403 FORBIDDEN',
      'reader 200',
      'writer 200',
      'unitAdmin 403 FORBIDDEN',
      'moduleAdmin 200',
    ]);
  });

  test('D-REP-03: three reports are ready for everybody, in the user’s language, and nobody changes them', async () => {
    for (const [language, name] of [
      ['en', 'Added by month'],
      ['ru', 'Добавлено по месяцам'],
      ['lv', 'Pievienots pa mēnešiem'],
    ] as const) {
      const { json } = await world.t.call<CustomReport[]>({
        url: '/api/v1/reports/custom',
        headers: { ...world.headersOf('writer'), 'accept-language': language },
      });
      const ready = json.filter(({ isReady }) => isReady);
      expect(ready.map(({ id, canEdit, ownerName }) => [id, canEdit, ownerName])).toEqual([
        [1, false, ''],
        [2, false, ''],
        [3, false, ''],
      ]);
      expect(ready[0]?.name).toBe(name);
    }
    for (const id of [1, 2, 3]) {
      expect((await call('POST', `/${id}/run`, 'reader')).status).toBe(200);
      expect((await call('PUT', `/${id}`, 'moduleAdmin', body())).status).toBe(403);
      expect((await call('DELETE', `/${id}`, 'moduleAdmin')).status).toBe(403);
    }
  });

  test('a computed field is a column, a group and a condition, with the rights of the reader', async () => {
    const polygon = (x: number) => `POLYGON((${x} 0,${x + 10} 0,${x + 10} 10,${x} 10,${x} 0))`;
    const districtsIn = async (groupId: number) => {
      const districts = await newLayer({ groupId, name: 'Districts', allObjectsPublic: false });
      await add(districts, [
        { name: 'North', wkt: polygon(0) },
        { name: 'South', wkt: polygon(20) },
      ]);
      const schema = { type: 'liesIn', layer: districts } as const;
      const layer = await newLayer({ fields: [] });
      await getDatabase()
        .db.updateTable('classifiers')
        .set({ layer_fields: JSON.stringify([{ name: 'district', type: 'text', schema }]) })
        .where('id', '=', layer)
        .execute();
      await add(
        layer,
        [1, 2, 22].map((x) => ({ name: `T${x}`, wkt: `POINT(${x} 5)` })),
      );
      return layer;
    };
    const layer = await districtsIn(world.roadsGroup);
    const grouped = { layerIds: [layer], groupBy: 'data.district' as const };
    const groupsOf = async (more: Partial<ReportContent>) =>
      (await cellsOf(more)).map((cells) => cells.join(' ')).toSorted();
    expect(await groupsOf(grouped)).toEqual(['North 2', 'South 1']);
    const list = { layerIds: [layer], groupBy: null, metrics: [], columns: ['name', 'data.district'] };
    expect(await groupsOf(list)).toEqual(['T1 North', 'T2 North', 'T22 South']);
    const rules = [{ field: 'district', operator: '=' as const, value: 'South' }];
    expect(await groupsOf({ ...list, ruleset: { condition: 'and', rules } })).toEqual(['T22 South']);
    const hidden = await districtsIn(world.forestsGroup);
    expect(await groupsOf({ ...list, layerIds: [hidden] })).toEqual(['T1 ', 'T2 ', 'T22 ']);
  });

  test('D-REP-03 D-LOG-01 D-API-02: a report is saved, read, changed and deleted, and the log says so', async () => {
    const layer = await newLayer();
    const expectedReport = {
      name: 'Oaks',
      description: 'All of them',
      ...content({
        layerIds: [layer],
        groupBy: 'data.species',
        ruleset: { condition: 'or', rules: [{ field: 'species', operator: '!=', value: 'oak' }] },
        period: { kind: 'between', from: '2026-01-01', to: '2026-02-01' },
        metrics: ['area', 'votes'],
        chart: 'pie',
      }),
    };
    const saved = await save({ ...expectedReport, name: '  Oaks ' });
    const { id } = saved;
    expect(saved).toEqual({
      ...expectedReport,
      id,
      shared: false,
      ownerName: 'reader',
      isReady: false,
      canEdit: true,
      updatedAt: expect.any(String),
    });
    expect((await call<CustomReport>('GET', `/${id}`, 'reader')).json).toEqual(saved);
    expect(await logOf('REPORT_SAVED')).toMatchObject({
      entity: 'report',
      entity_id: id,
      entity_name: 'Oaks',
      user_id: world.own.users.reader.id,
    });
    const changed = await call<CustomReport>('PUT', `/${id}`, 'reader', { ...saved, name: 'Pines' });
    expect([changed.status, changed.json.name, changed.json.groupBy]).toEqual([200, 'Pines', 'data.species']);
    expect((await logOf('REPORT_SAVED'))?.details).toMatchObject({
      old: { name: 'Oaks' },
      new: { name: 'Pines' },
    });
    expect((await call('DELETE', `/${id}`, 'reader')).status).toBe(204);
    expect(await logOf('REPORT_DELETED')).toMatchObject({ entity_id: id, entity_name: 'Pines' });
    expect((await call('GET', `/${id}`, 'reader')).status).toBe(404);
  });

  test('D-REP-03 D-PERM-06: private is for its owner; shared is for colleagues to run; a module Admin tidies up', async () => {
    const { id } = await save();
    const statusesOf = async (requester: Requester) => [
      (await call('GET', `/${id}`, requester)).status,
      (await call('POST', `/${id}/run`, requester)).status,
      (await call('GET', `/${id}/csv`, requester)).status,
      (await call('PUT', `/${id}`, requester, body({ shared: true }))).status,
    ];
    const lists = async (requester: Requester) =>
      (await call<CustomReport[]>('GET', '', requester)).json.some((report) => report.id === id);
    for (const requester of ['writer', 'moduleAdmin', 'foreigner'] as const) {
      expect([requester, await statusesOf(requester), await lists(requester)]).toEqual([
        requester,
        [404, 404, 404, 404],
        false,
      ]);
      expect((await call('DELETE', `/${id}`, requester)).status).toBe(404);
    }
    await call('PUT', `/${id}`, 'reader', body({ shared: true }));
    expect([await statusesOf('writer'), await lists('writer')]).toEqual([[200, 200, 200, 403], true]);
    expect([await statusesOf('foreigner'), await lists('foreigner')]).toEqual([[404, 404, 404, 404], false]);
    expect((await call('DELETE', `/${id}`, 'writer')).status).toBe(403);
    expect(await statusesOf('moduleAdmin')).toEqual([200, 200, 200, 200]);
    expect((await call('DELETE', `/${id}`, 'moduleAdmin')).status).toBe(204);
    expect(await lists('reader')).toBe(false);
  });

  test('D-REP-03 D-PERM-01: every number and row of a shared report is of what its reader may see', async () => {
    const open = await newLayer({ name: 'Of roads' });
    const closed = await newLayer({ name: 'Of forests', groupId: world.forestsGroup });
    await add(open, [{ name: 'seen' }]);
    await add(closed, [{ name: 'secret' }, { name: 'secret' }]);
    const grouped = await save({ layerIds: [open, closed], shared: true }, 'moduleAdmin');
    const listed = await save(
      { layerIds: [open, closed], groupBy: null, columns: ['layer', 'name'], shared: true },
      'moduleAdmin',
    );
    const run = async (id: number, requester: Requester) =>
      (await call<CustomReportResult>('POST', `/${id}/run`, requester)).json;
    const of = (requester: Requester) => run(grouped.id, requester);
    expect((await of('moduleAdmin')).rows.map(({ cells }) => cells)).toEqual([
      ['Of roads', 1],
      ['Of forests', 2],
    ]);
    const visible = await of('reader');
    expect(visible.rows.map(({ cells }) => cells)).toEqual([['Of roads', 1]]);
    expect([visible.totals.count, visible.layersLeftOut, visible.layers]).toEqual([
      1,
      1,
      [{ id: open, name: 'Of roads' }],
    ]);
    expect((await run(listed.id, 'reader')).rows.map(({ cells }) => cells)).toEqual([['Of roads', 'seen']]);
    for (const { id } of [grouped, listed]) {
      const { text } = await call('GET', `/${id}/csv`, 'reader');
      expect(text).toContain('Of roads');
      expect(text).not.toContain('secret');
      expect(text).not.toContain('forests');
    }
    // The delivered reports cover every layer.
    const ready = (await call<CustomReportResult>('POST', '/2/run', 'reader')).json;
    expect(ready.layers.map(({ name }) => name)).not.toContain('Of forests');
  });

  test('D-REP-03 D-PERM-01: rights that were taken away count at the next run, also of one’s own report', async () => {
    const layer = await newLayer({ name: 'Taken away' });
    await add(layer, [{ name: 'once seen' }]);
    const columns = ['layer', 'name'];
    const { id } = await save({ layerIds: [layer], groupBy: null, columns, shared: true });
    const run = async () => (await call<CustomReportResult>('POST', `/${id}/run`, 'reader')).json;
    expect((await run()).rows.map(({ cells }) => cells)).toEqual([['Taken away', 'once seen']]);
    await change(sql`UPDATE classifiers SET parent_id = ${world.forestsGroup} WHERE id = ${layer}`);
    expect(await run()).toMatchObject({ rows: [], layers: [], layersLeftOut: 1, totals: { count: 0 } });
    expect((await call('GET', `/${id}/csv`, 'reader')).text).not.toMatch(/Taken away|once seen/);
    // The report can be saved with other layers or deleted, but not saved unchanged.
    const again = { name: 'Mine', description: '', shared: true };
    const sameLayers = await call('PUT', `/${id}`, 'reader', { ...again, ...content({ layerIds: [layer] }) });
    expect([sameLayers.status, sameLayers.json.errors]).toEqual([
      400,
      [{ path: '/layerIds/0', code: 'UNKNOWN_LAYER' }],
    ]);
    const previewed = await call('POST', '/preview', 'reader', content({ layerIds: [layer] }));
    expect([previewed.status, previewed.json.errors]).toEqual([
      400,
      [{ path: '/layerIds/0', code: 'UNKNOWN_LAYER' }],
    ]);
    // A user who may see the layer runs the same report in full.
    const full = await call<CustomReportResult>('POST', `/${id}/run`, 'moduleAdmin');
    expect(full.json.rows.map(({ cells }) => cells)).toEqual([['Taken away', 'once seen']]);

    const allowReader = async (isAllowed: boolean) => {
      await change(sql`UPDATE groups SET module_custom_reports = ${isAllowed}
        WHERE company_id = ${world.own.companyId} AND name = 'Roads Read'`);
      world.t.deps.sessions.clear();
    };
    await allowReader(false);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', `/${id}`],
      ['POST', `/${id}/run`],
      ['GET', `/${id}/csv`],
      ['DELETE', `/${id}`],
    ] as const)
      expect([path, (await call(method, path, 'reader')).status]).toEqual([path, 403]);
    // The shared report stays with users who may use reports.
    expect((await call('GET', `/${id}`, 'writer')).status).toBe(200);
    await allowReader(true);
    expect((await call('DELETE', `/${id}`, 'reader')).status).toBe(204);
  });

  test('D-REP-03 D-CLS-06: groups by layer, status, month, field and author; a layer’s and the report’s rules narrow', async () => {
    const layer = await newLayer({
      ruleset: { condition: 'and', rules: [{ field: 'species', operator: '!=', value: 'weed' }] },
    });
    const { reader, writer } = world.own.users;
    const [a = 0, b = 0, c = 0, d = 0] = await add(layer, [
      { data: { species: 'Oak' }, authorId: reader.id, wkt: 'LINESTRING(0 0,1000 0)' },
      { data: { species: 'Oak' }, authorId: reader.id, wkt: 'POLYGON((0 0,1000 0,1000 1000,0 1000,0 0))' },
      { data: { species: ' pine ' }, authorId: writer.id },
      { data: {} },
      { data: { species: 'Weed' } },
    ]);
    await addComment(getDatabase(), { geomId: a, content: 'x', isPublic: false, status: 'Done' });
    await addComment(getDatabase(), { geomId: b, content: 'x', isPublic: true, status: 'Planned' });
    // 22:00 in UTC is the next month in Riga.
    for (const [id, moment] of [
      [a, '2026-01-10T12:00:00Z'],
      [b, '2026-02-28T22:30:00Z'],
      [c, '2026-03-01T12:00:00Z'],
      [d, '2026-05-01T12:00:00Z'],
    ] as const)
      await change(
        sql`UPDATE geoms SET created_at = ${moment}::timestamptz, upvote_count = 2 WHERE id = ${id}`,
      );
    await change(sql`UPDATE comments SET added_at = '2026-01-13T00:00:00Z' WHERE geom_id = ${a}`);
    const layerIds = [layer];
    const all = ['count', 'open', 'daysToClose', 'votes', 'length', 'area'] as const;
    const area = expect.closeTo(993_306, -2);
    const sums = (open: number) => [['Trees', 4, open, 2.5, 8, expect.closeTo(1_000, 0), area]];
    // A register counts objects with an open status; a layer where visitors report counts all that are not closed.
    expect(await cellsOf({ layerIds, metrics: [...all] })).toEqual(sums(1));
    await change(sql`UPDATE classifiers SET allow_public_registration = true WHERE id = ${layer}`);
    expect(await cellsOf({ layerIds, metrics: [...all] })).toEqual(sums(3));
    expect(await cellsOf({ layerIds, groupBy: 'status', metrics: ['count', 'daysToClose'] })).toEqual([
      ['Planned', 1, null],
      ['Done', 1, 2.5],
      [null, 2, null],
    ]);
    expect(await cellsOf({ layerIds, groupBy: 'month' })).toEqual([
      ['2026-01', 1],
      ['2026-02', 0],
      ['2026-03', 2],
      ['2026-04', 0],
      ['2026-05', 1],
    ]);
    expect(await cellsOf({ layerIds, groupBy: 'data.species' })).toEqual([
      ['Oak', 2],
      ['pine', 1],
      [null, 1],
    ]);
    expect(await cellsOf({ layerIds, groupBy: 'author', metrics: ['votes'] })).toEqual([
      ['reader', 4],
      ['writer', 2],
      [null, 2],
    ]);
    const ruleset = {
      condition: 'and' as const,
      rules: [{ field: 'species', operator: '=' as const, value: 'OAK' }],
    };
    expect((await preview({ layerIds, ruleset })).totals.count).toBe(2);
    const period = { kind: 'between' as const, from: '2026-03-01', to: '2026-03-31' };
    const march = await preview({ layerIds, period });
    expect([march.totals.count, march.from, march.to]).toEqual([2, '2026-03-01', '2026-03-31']);
    const dateField = 'closed';
    expect(await cellsOf({ layerIds, dateField, groupBy: 'month' })).toEqual([['2026-01', 1]]);
    expect(await cellsOf({ layerIds, dateField, period: { kind: 'between', from: '2026-02-01' } })).toEqual([
      ['Trees', 0],
    ]);
  });

  test('D-REP-03: a list tells the chosen columns, the newest first, with the totals of all', async () => {
    const layer = await newLayer();
    const [first = 0, second = 0] = await add(layer, [
      { name: 'old', isPublic: false, data: { species: 'oak' } },
      { name: 'new', wkt: 'LINESTRING(0 0,1000 0)' },
    ]);
    await change(sql`UPDATE geoms SET created_at = '2026-01-10T12:00:00Z' WHERE id = ${first}`);
    const columns = ['layer', 'name', 'public', 'data.species', 'added', 'length', 'status'];
    const {
      rows,
      totals,
      columns: sentColumns,
    } = await preview({ layerIds: [layer], groupBy: null, columns });
    expect(sentColumns).toEqual(columns);
    expect(rows).toEqual([
      { id: second, cells: ['Trees', 'new', true, null, expect.any(String), expect.any(Number), null] },
      { id: first, cells: ['Trees', 'old', false, 'oak', '2026-01-10T12:00:00.000Z', null, null] },
    ]);
    expect(totals.count).toBe(2);
  });

  test('a preview shows 20 rows and says that there are more; its totals are of all', async () => {
    const layer = await newLayer();
    await add(
      layer,
      Array.from({ length: limits.customReport.previewRows + 1 }, (_, at) => ({
        data: { species: `s${at}` },
      })),
    );
    for (const more of [{ groupBy: 'data.species' }, { groupBy: null, columns: ['name'], metrics: [] }]) {
      const found = await preview({ layerIds: [layer], ...more });
      expect([found.rows.length, found.isCut, found.totals.count]).toEqual([20, true, 21]);
    }
  });

  test('D-OBJ-09: the file has the words of its reader, a line of totals, and no formula', async () => {
    const layer = await newLayer();
    await add(layer, [{ data: { species: '=1+1' } }, { data: { species: 'Ozols; ābele' } }, {}]);
    const { id } = await save({
      layerIds: [layer],
      groupBy: 'data.species',
      metrics: ['count', 'open'],
      name: 'Koki',
    });
    const fetch = (language: string) =>
      world.t.call({
        url: `/api/v1/reports/custom/${id}/csv`,
        headers: { ...world.headersOf('reader'), 'accept-language': language },
      });
    const latvian = await fetch('lv');
    expect(latvian.text).toBe(
      '\uFEFFspecies;Objekti;Atvērti\r\n\'=1+1;1;0\r\n"Ozols; ābele";1;0\r\n(nav);1;0\r\nKopā;3;0\r\n',
    );
    expect(latvian.headers['content-disposition']).toContain('Koki.csv');
    expect(latvian.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect((await fetch('en')).text).toContain('species,Objects,Open');
    expect(await logOf('EXPORT')).toMatchObject({
      entity: 'report',
      entity_id: id,
      details: { format: 'csv' },
    });
  });

  test('D-ERR-01: what cannot be run is refused with the place of every mistake', async () => {
    const layer = await newLayer();
    const view = await newLayer({ sourceId: layer, name: 'A view' });
    const foreign = await newLayer({ groupId: world.foreignGroup });
    const hidden = await newLayer({ groupId: world.forestsGroup });
    const refused = async (more: Partial<ReportContent>) => {
      const { status, json } = await call('POST', '', 'reader', body(more));
      expect((await call('POST', '/preview', 'reader', content(more))).json.errors).toEqual(json.errors);
      return [status, json.error, ...(json.errors ?? []).map(({ path, code }) => `${path} ${code}`)];
    };
    const layerIds = [layer];
    const absent = world.own.companyId * 2 ** 32 + 999_999;
    expect(await refused({ layerIds: [layer, foreign, hidden, absent] })).toEqual([
      400,
      'VALIDATION',
      '/layerIds/1 UNKNOWN_LAYER',
      '/layerIds/2 UNKNOWN_LAYER',
      '/layerIds/3 UNKNOWN_LAYER',
    ]);
    expect(await refused({ layerIds: [layer, view] })).toEqual([400, 'VALIDATION', '/layerIds/1 DUPLICATE']);
    expect(await refused({ layerIds, groupBy: 'data.height' })).toEqual([
      400,
      'UNKNOWN_FIELD',
      '/groupBy UNKNOWN_FIELD',
    ]);
    expect(await refused({ layerIds, groupBy: null, columns: ['wkt', 'data.gone'], metrics: [] })).toEqual([
      400,
      'VALIDATION',
      '/columns/0 NOT_ALLOWED',
    ]);
    const rules = [{ field: 'gone', operator: '=' as const, value: '' }];
    expect(await refused({ layerIds, ruleset: { condition: 'and', rules } })).toEqual([
      400,
      'UNKNOWN_FIELD',
      '/ruleset/rules/0/field UNKNOWN_FIELD',
    ]);
    expect(await refused({ layerIds, groupBy: 'area', metrics: [] })).toEqual([
      400,
      'VALIDATION',
      '/metrics REQUIRED',
      '/groupBy NOT_ALLOWED',
    ]);
    expect(await refused({ layerIds, groupBy: null, chart: 'bar' })).toEqual([
      400,
      'VALIDATION',
      '/columns REQUIRED',
      '/chart NOT_ALLOWED',
    ]);
    expect(await refused({ layerIds, period: { kind: 'between' } })).toContain('/period/from REQUIRED');
    expect(
      await refused({ layerIds, period: { kind: 'between', from: '2026-02-31', to: '2026-01-01' } }),
    ).toEqual([400, 'VALIDATION', '/period/from WRONG_FORMAT', '/period/to OUT_OF_RANGE']);
  });

  test('texts and lists are taken up to their limits and no further', async () => {
    const statusOf = async (more: object) => (await call('POST', '', 'reader', body(more))).status;
    const { nameLength, descriptionLength, layers } = limits.customReport;
    expect(await statusOf({ name: ` ${'a'.repeat(nameLength)} ` })).toBe(201);
    expect(await statusOf({ name: 'a'.repeat(nameLength + 1) })).toBe(400);
    expect(await statusOf({ name: '  ' })).toBe(400);
    expect(await statusOf({ description: 'a'.repeat(descriptionLength) })).toBe(201);
    expect(await statusOf({ description: 'a'.repeat(descriptionLength + 1) })).toBe(400);
    const ids = Array.from({ length: layers + 1 }, (_, at) => world.own.companyId * 2 ** 32 + 900_000 + at);
    const { json } = await call('POST', '', 'reader', body({ layerIds: ids }));
    expect(json.errors).toEqual([{ path: '/layerIds', code: 'TOO_MANY' }]);
    expect(await statusOf({ unknown: 1 })).toBe(400);
  });

  test('D-CLS-08: a saved report outlives a field and a layer, and says what is gone', async () => {
    const layer = await newLayer();
    const other = await newLayer({ fields: ['height'] });
    await add(other, [{ data: { height: '5' } }]);
    const { id } = await save({ layerIds: [layer, other], groupBy: 'data.species' });
    await change(sql`UPDATE classifiers SET deleted_at = now() WHERE id = ${layer}`);
    const { status, json } = await call<CustomReportResult>('POST', `/${id}/run`, 'reader');
    expect([status, json.missingFields, json.layersLeftOut, json.totals.count]).toEqual([
      200,
      ['species'],
      1,
      1,
    ]);
    await change(sql`UPDATE classifiers SET deleted_at = now() WHERE id = ${other}`);
    const none = (await call<CustomReportResult>('POST', `/${id}/run`, 'reader')).json;
    expect([none.rows, none.totals.count, none.layers]).toEqual([[], 0, []]);
  });

  test('a user saves a limited number of reports, also when several are saved at once', async () => {
    // No other test saves as the writer.
    const owner = world.own.users.writer.id;
    const { companyId } = world.own;
    const { perUser } = limits.customReport;
    await change(sql`INSERT INTO custom_reports (company_id, id, owner_id, name, definition)
      SELECT ${companyId}::integer, new_id(${companyId}::integer, 'report_seq'), ${owner}::bigint, 'x', ${JSON.stringify(content())}::jsonb
      FROM generate_series(1, ${perUser - 2}::integer)`);
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('POST', '', 'writer', body())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.error).toBe('TOO_MANY_REPORTS');
  });

  test('D-LOG-01: running is noted once a minute, with the report and not with its values', async () => {
    const { id } = await save({ name: 'Noted' });
    for (const _ of [1, 2]) expect((await call('POST', `/${id}/run`, 'reader')).status).toBe(200);
    const rows = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['entity', 'details'])
      .where('action', '=', 'REPORT_RUN')
      .where('entity_id', '=', id)
      .execute();
    expect(rows).toEqual([{ entity: 'report', details: {} }]);
  });
});
