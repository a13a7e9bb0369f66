import { addDays, type Condition, companyDay, type Operator } from '@pgis/conditions';
import type {
  CustomReportResult,
  ErrorBody,
  ListRequest,
  ReportContent,
  ReportPage,
  Ruleset,
} from '@pgis/contract';
import { addComment, addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';
import { reportContent } from '../reports/reportContent.ts';
import { readStatusIds } from './readStatusIds.ts';

/** One condition in each wire form that can say it, and the objects that pass it by their index. */
interface Case {
  readonly name: string;
  readonly expected: readonly number[];
  /** Query of `GET geoms/class-objects`, and the filter of exports and bulk edits. */
  readonly report?: Readonly<Record<string, string>>;
  readonly custom?: Partial<ReportContent>;
  /** Member of `objectFilter` of map loads, and `_field` and `_value` of addresses. */
  readonly field?: { readonly field: string; readonly operator?: Operator; readonly value?: string };
  /** Ruleset of a view. */
  readonly ruleset?: Ruleset;
  /** Extent of a list. The report looks at shapes and the list at boxes, which are the same for points. */
  readonly extent?: readonly [number, number, number, number];
}

const planned = 'Planned';
const done = 'Done';
const rule = (operator: '=' | '!=', value: string) => ({
  condition: 'and' as const,
  rules: [{ field: 'state', operator, value }],
});

const today = companyDay(new Date());
const yesterday = addDays(today, -1);

/** A condition in every wire form that can say it. */
function compared(condition: Condition, expected: readonly number[]): Case {
  const ruleset = { condition: 'and' as const, rules: [condition] };
  const { field, operator, value } = condition;
  return {
    name: `${field} ${operator} ${JSON.stringify(value)}`,
    expected,
    report: { _conditions: JSON.stringify([condition]) },
    custom: { ruleset },
    field: { field, operator, ...(value !== '' && { value }) },
    ruleset,
  };
}

const cases: readonly Case[] = [
  compared({ field: 'age', operator: '>=', value: '10,5' }, [1, 2]),
  compared({ field: 'age', operator: 'between', value: '9\n10,5' }, [0, 1]),
  compared({ field: 'state', operator: 'startsWith', value: 'WO' }, [1]),
  compared({ field: 'state', operator: 'in', value: 'good\n100 %' }, [0, 2]),
  compared({ field: 'state', operator: 'empty', value: '' }, [3]),
  compared({ field: 'felled', operator: 'today', value: '' }, [1]),
  compared({ field: 'felled', operator: 'lastDays', value: '1' }, [0, 1]),
  compared({ field: 'felled', operator: '<', value: today }, [0]),
  {
    name: 'a field contains a part',
    expected: [0, 1],
    report: { state: ' OO ' },
    custom: {
      ruleset: { condition: 'and', rules: [{ field: 'state', operator: 'contains', value: ' OO ' }] },
    },
    field: { field: 'state', value: ' OO ' },
  },
  {
    name: 'a per cent sign is no pattern',
    expected: [2],
    report: { state: '%' },
    custom: { ruleset: { condition: 'and', rules: [{ field: 'state', operator: 'contains', value: '%' }] } },
    field: { field: 'state', value: '%' },
  },
  {
    name: 'a field equals',
    expected: [0],
    custom: { ruleset: rule('=', 'good') },
    ruleset: rule('=', 'good'),
  },
  {
    name: 'a field does not equal',
    expected: [1, 2, 3],
    custom: { ruleset: rule('!=', 'good') },
    ruleset: rule('!=', 'good'),
  },
  { name: 'a text', expected: [0, 1], report: { _q: 'main' }, custom: { filter: { text: 'main' } } },
  { name: 'one status', expected: [0], report: { _status: planned }, custom: { filter: { statusIds: [0] } } },
  {
    name: 'a status or none',
    expected: [1, 2, 3],
    report: { _status: `${done},none` },
    custom: { filter: { statusIds: [1, null] } },
  },
  { name: 'mine', expected: [0], report: { _mine: 'true' }, custom: { filter: { onlyMine: true } } },
  {
    name: 'a day to a day',
    expected: [1, 2],
    report: { _from: '2026-03-01', _to: '2026-03-31' },
    custom: { period: { kind: 'between', from: '2026-03-01', to: '2026-03-31' } },
  },
  {
    name: 'from a day on',
    expected: [1, 2, 3],
    report: { _from: '2026-03-01' },
    custom: { period: { kind: 'between', from: '2026-03-01' } },
  },
  { name: 'in view', expected: [1, 2], report: { _extent: '5,5,25,25' }, extent: [5, 5, 25, 25] },
  {
    name: 'in a drawn area',
    expected: [0, 1],
    report: { _within: 'POLYGON((-1 -1,12 -1,12 12,-1 12,-1 -1))' },
  },
  {
    name: 'everything at once',
    expected: [0],
    report: { state: 'good', _q: 'main', _status: planned, _mine: 'true', _to: '2026-02-28' },
    custom: {
      ruleset: { condition: 'and', rules: [{ field: 'state', operator: 'contains', value: 'good' }] },
      filter: { text: 'main', statusIds: [0], onlyMine: true },
      period: { kind: 'between', to: '2026-02-28' },
    },
  },
];

describeOnEachDatabase('one condition in each wire form of a filter', (getDatabase) => {
  let world: ObjectWorld;
  let layerId: number;
  let ids: number[];
  let statusIds: Readonly<Record<string, number>>;

  beforeAll(async () => {
    const database = getDatabase();
    const { db } = database;
    world = await makeObjectWorld(database);
    await sql`UPDATE groups SET module_custom_reports = true
      WHERE company_id = ${world.own.companyId} AND name = 'Roads Read'`.execute(db);
    world.t.deps.sessions.clear();
    layerId = await addLayer(database, { groupId: world.roadsGroup, fields: ['state', 'age', 'felled'] });
    ids = await addObjects(database, [
      {
        classId: layerId,
        name: 'Main street',
        data: { state: 'Good', age: '9', felled: yesterday },
        wkt: 'POINT(0 0)',
      },
      {
        classId: layerId,
        name: 'Side',
        description: 'by MAIN',
        data: { state: 'wood', age: '10,5', felled: `${today}T09:30` },
        wkt: 'POINT(10 10)',
      },
      { classId: layerId, name: 'Third', data: { state: '100 %', age: 62 }, wkt: 'POINT(20 20)' },
      { classId: layerId, name: 'Fourth', data: {}, wkt: 'POINT(30 30)' },
    ]);
    const [first = 0, second = 0] = ids;
    await addComment(database, { geomId: first, content: 'x', isPublic: true, status: planned });
    await addComment(database, { geomId: second, content: 'x', isPublic: false, status: done });
    await sql`UPDATE geoms SET author_id = ${world.own.users.reader.id}::bigint WHERE id = ${first}::bigint`.execute(
      db,
    );
    // The first moment of a day, and the last of another, where the company is.
    const added = [
      '2026-02-28T21:59:59.999Z',
      '2026-02-28T22:00:00Z',
      '2026-03-31T20:59:59.999Z',
      '2026-03-31T21:00:00Z',
    ];
    for (const [index, id] of ids.entries())
      await sql`UPDATE geoms SET created_at = ${added[index]}::timestamptz WHERE id = ${id}::bigint`.execute(
        db,
      );
    statusIds = await readStatusIds(getDatabase(), world.own.companyId);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function call<T>(method: 'GET' | 'POST', path: string, payload?: object): Promise<T> {
    const { status, json, text } = await world.t.call<T & ErrorBody>({
      method,
      url: `/api/v1/${path}`,
      headers: { ...world.headersOf('reader'), 'accept-language': 'en' },
      ...(payload && { payload }),
    });
    if (status !== 200) throw new Error(text);
    return json;
  }

  const toIndexes = (found: readonly (number | null)[]) =>
    found.map((id) => ids.indexOf(id ?? 0)).sort((a, b) => a - b);

  function toReportQuery({ _status, ...query }: Readonly<Record<string, string>>): URLSearchParams {
    const status = _status?.replace(/[A-Z]\w+/g, (name) => String(statusIds[name]));
    return new URLSearchParams({ ...query, ...(status !== undefined && { _status: status }) });
  }

  function toContent({ filter, ...more }: Partial<ReportContent>): ReportContent {
    const named = [planned, done].map((name) => statusIds[name] ?? 0);
    const expectedIds = filter?.statusIds?.map((index) => (index === null ? null : (named[index] ?? 0)));
    return {
      ...reportContent,
      ...{ layerIds: [layerId], groupBy: null, columns: ['id'] },
      ...more,
      filter: { ...filter, ...(expectedIds && { statusIds: expectedIds }) },
    };
  }

  const wide = { minx: -1000, miny: -1000, maxx: 1000, maxy: 1000, zoom: 18 };
  const listFeatures = async (request: Partial<ListRequest>) =>
    toIndexes(
      (
        await call<{ id: number }[]>('POST', 'geoms/features', {
          ...wide,
          classifiers: [layerId],
          ...request,
        })
      ).map(({ id }) => id),
    );

  test.each(cases)('D-REP-02 D-REP-03 D-OBJ-14 D-CLS-06: $name', async (one) => {
    const { expected, report, custom, field, ruleset, extent } = one;
    if (report !== undefined) {
      const query = toReportQuery(report);
      const page = await call<ReportPage>('GET', `geoms/class-objects/${layerId}?${query}`);
      expect(toIndexes(page.items.map(({ id }) => id)), 'layer report').toEqual(expected);
      expect(page.total, 'totals of the layer report').toBe(expected.length);
      const { objects } = await call<{ objects: { id: number }[] }>(
        'GET',
        `geoms/class-objects/${layerId}/ids?${query}`,
      );
      expect(toIndexes(objects.map(({ id }) => id)), 'ids for a bulk edit').toEqual(expected);
    }
    if (custom !== undefined) {
      const result = await call<CustomReportResult>('POST', 'reports/custom/preview', toContent(custom));
      expect(toIndexes(result.rows.map(({ id }) => id)), 'custom report').toEqual(expected);
      expect(result.totals.count, 'totals of the custom report').toBe(expected.length);
    }
    if (field !== undefined) {
      expect(await listFeatures({ objectFilter: [{ classId: layerId, ...field }] }), 'list').toEqual(
        expected,
      );
      const query = new URLSearchParams({
        _field: field.field,
        ...(field.value !== undefined && { _value: field.value }),
        ...(field.operator && { _operator: field.operator }),
      });
      const found = await call<{ extent: number[] | null }>('GET', `geoms/extent/${layerId}?${query}`);
      const positions = expected.map((index) => index * 10);
      const [low, high] = [Math.min(...positions), Math.max(...positions)];
      expect(found.extent, 'extent of the layer').toEqual([low, low, high, high]);
    }
    if (ruleset !== undefined) {
      const viewId = await addLayer(getDatabase(), {
        groupId: world.roadsGroup,
        sourceId: layerId,
        ruleset,
      });
      expect(await listFeatures({ classifiers: [viewId] }), 'view').toEqual(expected);
    }
    if (extent !== undefined) {
      const [minx, miny, maxx, maxy] = extent;
      expect(await listFeatures({ minx, miny, maxx, maxy }), 'list in the extent').toEqual(expected);
    }
  });

  test('a value that its operator cannot compare with is refused at its path', async () => {
    const send = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const { status, json } = await world.t.call<ErrorBody>({
        method,
        url: `/api/v1/${path}`,
        headers: world.headersOf('reader'),
        ...(payload && { payload }),
      });
      return [status, json.errors?.map(({ path, code }) => `${path} ${code}`)];
    };
    const rule = { field: 'age', operator: '<', value: 'old' };
    const listed = (objectFilter: object[]) =>
      send('POST', 'geoms/features', { ...wide, classifiers: [layerId], objectFilter });
    const report = (conditions: string) =>
      send('GET', `geoms/class-objects/${layerId}?${new URLSearchParams({ _conditions: conditions })}`);
    expect(await listed([{ classId: layerId, ...rule }])).toEqual([
      400,
      ['/objectFilter/0/value WRONG_FORMAT'],
    ]);
    expect(await listed([{ classId: layerId, field: 'age' }])).toEqual([
      400,
      ['/objectFilter/0/value REQUIRED'],
    ]);
    expect(await send('GET', `geoms/extent/${layerId}?_field=age&_value=old&_operator=%3C`)).toEqual([
      400,
      ['query/_value WRONG_FORMAT'],
    ]);
    expect(await report(JSON.stringify([rule]))).toEqual([400, ['query/_conditions/0/value WRONG_FORMAT']]);
    expect(await report(JSON.stringify([{ ...rule, field: 'height' }]))).toEqual([
      400,
      ['query/_conditions/0/field UNKNOWN_FIELD'],
    ]);
    for (const text of ['{', '{}', '[1]', '[{"field":"age","operator":"like","value":"1"}]'])
      expect(await report(text)).toEqual([400, ['query/_conditions WRONG_FORMAT']]);
    expect(
      await send(
        'POST',
        'reports/custom/preview',
        toContent({ ruleset: { condition: 'and', rules: [rule] } } as object),
      ),
    ).toEqual([400, ['/ruleset/rules/0/value WRONG_FORMAT']]);
  });
});
