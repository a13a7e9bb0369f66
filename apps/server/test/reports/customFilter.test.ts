import type {
  CustomReport,
  CustomReportResult,
  ErrorBody,
  ObjectsFilter,
  ReportContent,
  ReportPage,
} from '@pgis/contract';
import { addComment, addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';
import { readStatusIds } from '../query/readStatusIds.ts';
import { reportContent } from './reportContent.ts';

describeOnEachDatabase('filters of custom reports', (getDatabase) => {
  let world: ObjectWorld;
  let layer: number;
  let statuses: Readonly<Record<string, number>>;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    const database = getDatabase();
    await sql`UPDATE groups SET module_custom_reports = true
      WHERE company_id = ${world.own.companyId} AND name IN ('Roads Read', 'Roads Write')`.execute(
      database.db,
    );
    world.t.deps.sessions.clear();
    layer = await addLayer(database, {
      groupId: world.roadsGroup,
      name: 'Filtered',
      fields: ['species', 'kadastrs'],
    });
    const [a = 0, b = 0] = await addObjects(database, [
      { classId: layer, name: 'Main street 1', data: { species: 'Red Oak', kadastrs: '0100 012 3456' } },
      { classId: layer, name: 'Ozolu iela', description: 'by the MAIN road', data: { species: 'oak' } },
      { classId: layer, name: '100% sure', data: { species: 'Kļava' } },
      { classId: layer, name: 'Bare', data: {} },
    ]);
    await addComment(database, { geomId: a, content: 'x', isPublic: true, status: 'Planned' });
    await addComment(database, { geomId: b, content: 'x', isPublic: false, status: 'Done' });
    await sql`UPDATE geoms SET author_id = ${world.own.users.reader.id}::bigint WHERE id = ${a}::bigint`.execute(
      database.db,
    );
    statuses = await readStatusIds(database, world.own.companyId);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const call = <T>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
    requester: Requester = 'reader',
  ) =>
    world.t.call<T & ErrorBody>({
      method,
      url: `/api/v1/${path}`,
      headers: { ...world.headersOf(requester), 'accept-language': 'en' },
      ...(payload && { payload }),
    });
  const contentOf = (more: Partial<ReportContent>): ReportContent => ({
    ...reportContent,
    layerIds: [layer],
    groupBy: null,
    columns: ['name'],
    ...more,
  });
  const namesOf = async (more: Partial<ReportContent>, requester: Requester = 'reader') => {
    const { status, json, text } = await call<CustomReportResult>(
      'POST',
      'reports/custom/preview',
      contentOf(more),
      requester,
    );
    if (status !== 200) throw new Error(text);
    expect(json.totals.count).toBe(json.rows.length);
    return json.rows.map(({ cells }) => cells[0]);
  };
  const ofLayer = async (query: Readonly<Record<string, string>>) => {
    const { status, json, text } = await call<ReportPage>(
      'GET',
      `geoms/class-objects/${layer}?${new URLSearchParams(query)}`,
    );
    if (status !== 200) throw new Error(text);
    return json.items.map(({ name }) => name);
  };
  const contains = (field: string, value: string): Partial<ReportContent> => ({
    ruleset: { condition: 'and', rules: [{ field, operator: 'contains', value }] },
  });

  test('D-REP-03 D-REP-02: a custom report finds with each filter what the report of the layer finds with it', async () => {
    const { Planned = 0, Done = 0 } = statuses;
    const pairs: readonly (readonly [Record<string, string>, Partial<ReportContent>, number])[] = [
      [{ species: 'OAK' }, contains('species', 'OAK'), 2],
      [{ species: ' kļav ' }, contains('species', ' kļav '), 1],
      [{ species: '%' }, contains('species', '%'), 0],
      [{ _q: 'main' }, { filter: { text: 'main' } }, 2],
      [{ _q: '0% s' }, { filter: { text: ' 0% s ' } }, 1],
      [{ _q: '012 34' }, { filter: { text: '012 34' } }, 1],
      [{ _status: String(Planned) }, { filter: { statusIds: [Planned] } }, 1],
      [{ _status: 'none' }, { filter: { statusIds: [null] } }, 2],
      [{ _status: `${Done},none` }, { filter: { statusIds: [Done, null] } }, 3],
      [{ _mine: 'true' }, { filter: { onlyMine: true } }, 1],
      [
        { species: 'oak', _q: 'main', _status: `${Planned}`, _mine: 'true' },
        {
          ...contains('species', 'oak'),
          filter: { text: 'main', statusIds: [Planned], onlyMine: true },
        },
        1,
      ],
    ];
    for (const [query, content, count] of pairs) {
      const found = await namesOf(content);
      expect([query, found]).toEqual([query, await ofLayer(query)]);
      expect([query, found.length]).toEqual([query, count]);
    }
  });

  test('D-REP-03: groups, totals and the CSV file follow the filter, and the result names its statuses', async () => {
    const { Planned = 0, Done = 0 } = statuses;
    const filter: ObjectsFilter = { statusIds: [Done, Planned] };
    const definition = contentOf({ groupBy: 'status', columns: [], filter });
    const saved = await call<CustomReport>('POST', 'reports/custom', {
      ...{ name: 'Filtered', description: '', shared: true },
      ...definition,
    });
    expect([saved.status, saved.json.filter]).toEqual([201, filter]);
    const path = `reports/custom/${saved.json.id}`;
    const { json } = await call<CustomReportResult>('POST', `${path}/run`);
    expect([json.totals.count, json.rows.map(({ cells }) => cells)]).toEqual([
      2,
      [
        ['Planned', 1],
        ['Done', 1],
      ],
    ]);
    expect(json.statuses).toEqual([
      { id: Planned, name: 'Planned' },
      { id: Done, name: 'Done' },
    ]);
    expect((await call('GET', `${path}/csv`)).text).toContain('Done');
    // "Only mine" refers to the user who runs the report.
    expect(await namesOf({ filter: { onlyMine: true } }, 'writer')).toEqual([]);
  });

  test('D-REP-03 D-API-02: without a filter every object counts, also in a report from before there were any', async () => {
    const { filter: _, ...content } = contentOf({});
    const saved = await call<CustomReport>('POST', 'reports/custom', {
      ...{ name: 'Of old', description: '', shared: false },
      ...content,
    });
    const { id } = saved.json;
    await sql`UPDATE custom_reports SET definition = definition - 'filter' WHERE id = ${id}::bigint`.execute(
      getDatabase().db,
    );
    const read = await call<CustomReport>('GET', `reports/custom/${id}`);
    expect(read.json.filter).toEqual({});
    const { json } = await call<CustomReportResult>('POST', `reports/custom/${id}/run`);
    expect(json.totals.count).toBe(4);
    expect((await call('PUT', `reports/custom/${id}`, read.json)).status).toBe(200);
  });

  test('D-REP-03 D-PERM-06: statuses of nobody, or of another company, are refused and named, and leak no name', async () => {
    const other = await getDatabase()
      .db.selectFrom('classifiers')
      .select('id')
      .where('company_id', 'not in', [0, world.own.companyId])
      .where('kind', '=', 'status')
      .executeTakeFirstOrThrow();
    const { Planned = 0 } = statuses;
    for (const id of [other.id, layer, 987_654]) {
      const filter = { statusIds: [null, Planned, id] };
      const { status, json } = await call('POST', 'reports/custom/preview', contentOf({ filter }));
      expect([id, status, json.errors]).toEqual([
        id,
        400,
        [{ path: '/filter/statusIds/2', code: 'UNKNOWN_STATUS' }],
      ]);
    }
    const saved = await call<CustomReport>('POST', 'reports/custom', {
      ...{ name: 'Stolen', description: '', shared: false },
      ...contentOf({ filter: { statusIds: [Planned] } }),
    });
    await sql`UPDATE custom_reports SET definition = jsonb_set(definition, '{filter,statusIds}', ${`[${other.id}]`}::jsonb)
      WHERE id = ${saved.json.id}::bigint`.execute(getDatabase().db);
    const { json } = await call<CustomReportResult>('POST', `reports/custom/${saved.json.id}/run`);
    expect([json.statuses, json.totals.count]).toEqual([[], 0]);
  });

  test('D-REP-03: a filter takes so much and no more', async () => {
    const preview = async (filter: object) =>
      (await call('POST', 'reports/custom/preview', contentOf({ filter }))).status;
    const nobodys = Array.from({ length: 101 }, (_, at) => at + 1);
    expect(await preview({ text: 'x'.repeat(100) })).toBe(200);
    expect(await preview({ text: 'x'.repeat(101) })).toBe(400);
    expect(await preview({ statusIds: [] })).toBe(400);
    expect(await preview({ statusIds: [null, null] })).toBe(400);
    const { json } = await call(
      'POST',
      'reports/custom/preview',
      contentOf({ filter: { statusIds: nobodys.slice(1) } }),
    );
    expect(json.errors).toHaveLength(100);
    expect(
      (await call('POST', 'reports/custom/preview', contentOf({ filter: { statusIds: nobodys } }))).json
        .errors,
    ).toHaveLength(1);
    expect(await preview({ onlyMine: 'yes' })).toBe(400);
    expect(await preview({ colour: 'red' })).toBe(400);
    const rules = [{ field: 'species', operator: 'like', value: 'x' }];
    const refused = contentOf({ ruleset: { condition: 'and', rules } as never });
    expect((await call('POST', 'reports/custom/preview', refused)).status).toBe(400);
    const unknown = await call('POST', 'reports/custom/preview', contentOf(contains('colour', 'red')));
    expect([unknown.status, unknown.json.errors]).toEqual([
      400,
      [{ path: '/ruleset/rules/0/field', code: 'UNKNOWN_FIELD' }],
    ]);
  });
});
