import { type CustomReportResult, type ErrorBody, limits, type ReportContent } from '@pgis/contract';
import { addComment, addLayer, addObjects, describeOnEachDatabase, type ObjectRow } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ObjectWorld } from '../objects/ObjectWorld.ts';
import { makeReportWorld, saveReport } from './ReportWorld.ts';
import { reportContent } from './reportContent.ts';

describeOnEachDatabase('files of custom reports', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeReportWorld(getDatabase(), ['Roads Read']);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const change = (statement: ReturnType<typeof sql>) => statement.execute(getDatabase().db);
  async function newLayer(objects: readonly Partial<ObjectRow>[], name = 'Koki') {
    const layer = await addLayer(getDatabase(), { groupId: world.roadsGroup, name, fields: ['text'] });
    const ids = await addObjects(
      getDatabase(),
      objects.map((object) => ({ classId: layer, ...object })),
    );
    return { layer, ids };
  }
  const call = <T>(method: 'GET' | 'POST', path: string, payload?: object, language = 'en') =>
    world.ask<T & ErrorBody>(method, `reports/custom${path}`, 'reader', {
      headers: { 'accept-language': language },
      ...(payload && { payload }),
    });
  const save = async (content: Partial<ReportContent>, name = 'Mine') => {
    const body = { name, description: '', shared: false, ...reportContent, ...content };
    return (await saveReport(world, body, 'reader')).id;
  };
  const csvOf = async (id: number, language = 'en') =>
    (await call('GET', `/${id}/csv`, undefined, language)).text;

  test('D-REP-03 D-OBJ-09: a list has the words of its reader, and no cell that is a formula', async () => {
    const { layer } = await newLayer(
      [
        { name: '=1+1', isPublic: true, data: { text: 'a;=1+1' } },
        { name: 'a,=1+1', isPublic: false, data: { text: '"\r\n@x' } },
      ],
      '=1+1',
    );
    await change(sql`UPDATE geoms SET created_at = now() - interval '1 day' WHERE name = 'a,=1+1'`);
    const columns = ['layer', 'name', 'public', 'data.text'];
    const id = await save({ layerIds: [layer], groupBy: null, metrics: [], columns });
    const rows = (yes: string, no: string, separator: string) =>
      [
        [`'=1+1`, `'=1+1`, yes, '"a;=1+1"'],
        [`'=1+1`, '"a,=1+1"', no, '"""\r\n@x"'],
      ]
        .map((cells) => `${cells.join(separator)}\r\n`)
        .join('');
    expect(await csvOf(id)).toBe(`\ufeffLayer,Name,Public,text\r\n${rows('Yes', 'No', ',')}`);
    expect(await csvOf(id, 'lv')).toBe(`\ufeffSlānis;Nosaukums;Publisks;text\r\n${rows('Jā', 'Nē', ';')}`);
    expect(await csvOf(id, 'ru')).toBe(`\ufeffСлой;Название;Публичный;text\r\n${rows('Да', 'Нет', ';')}`);
  });

  test('D-REP-03 D-OBJ-09: averages have the decimal sign of the language', async () => {
    const { layer, ids } = await newLayer([{}]);
    const [id = 0] = ids;
    await addComment(getDatabase(), { geomId: id, content: 'x', isPublic: true, status: 'Done' });
    await change(sql`UPDATE geoms SET created_at = '2026-01-10T00:00:00Z' WHERE id = ${id}`);
    await change(sql`UPDATE comments SET added_at = '2026-01-22T12:00:00Z' WHERE geom_id = ${id}`);
    const report = await save({ layerIds: [layer], metrics: ['daysToClose'] });
    expect(await csvOf(report)).toContain('Koki,12.5\r\n');
    // A Latvian spreadsheet reads 12.5 as the 12th of May.
    for (const language of ['lv', 'ru']) expect(await csvOf(report, language)).toContain('Koki;12,5\r\n');
  });

  test('D-REP-03: a file is whole or refused', async () => {
    const { layer } = await newLayer([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    const id = await save({ layerIds: [layer], groupBy: null, metrics: [], columns: ['name'] });
    const maxRows = limits.customReport.csvRows;
    const setMaxRows = (csvRows: number) => Object.assign(limits.customReport, { csvRows });
    try {
      setMaxRows(3);
      expect((await csvOf(id)).split('\r\n').length).toBe(5);
      setMaxRows(2);
      const { status, json } = await call('GET', `/${id}/csv`);
      expect([status, json.error, json.count]).toEqual([400, 'TOO_MANY_ROWS', 2]);
    } finally {
      setMaxRows(maxRows);
    }
  });

  test('D-REP-03: months and period look at the date that was chosen', async () => {
    const { layer, ids } = await newLayer([{}, {}]);
    const [first = 0, second = 0] = ids;
    await change(sql`UPDATE geoms SET created_at = '2026-01-10T12:00:00Z' WHERE class_id = ${layer}`);
    await change(sql`UPDATE geoms SET updated_at = '2026-03-10T12:00:00Z' WHERE id = ${first}`);
    await change(sql`UPDATE geoms SET updated_at = '2026-04-10T12:00:00Z' WHERE id = ${second}`);
    const cellsOf = async (content: Partial<ReportContent>) =>
      (
        await call<CustomReportResult>('POST', '/preview', {
          ...reportContent,
          layerIds: [layer],
          groupBy: 'month',
          ...content,
        })
      ).json.rows.map(({ cells }) => cells);
    expect(await cellsOf({ dateField: 'added' })).toEqual([['2026-01', 2]]);
    expect(await cellsOf({ dateField: 'changed' })).toEqual([
      ['2026-03', 1],
      ['2026-04', 1],
    ]);
    const period = { kind: 'between' as const, from: '2026-04-01', to: '2026-04-30' };
    expect(await cellsOf({ dateField: 'changed', period })).toEqual([['2026-04', 1]]);
    expect(await cellsOf({ dateField: 'added', period })).toEqual([]);
    const refused = await call<CustomReportResult>('POST', '/preview', {
      ...reportContent,
      period: { kind: 'between', from: '0000-01-01' },
    });
    expect([refused.status, refused.json.errors]).toEqual([
      400,
      [{ path: '/period/from', code: 'WRONG_FORMAT' }],
    ]);
  });

  test('REP-02: the file of a custom report has its name, as file systems take it', async () => {
    const { layer } = await newLayer([]);
    const id = await save({ layerIds: [layer] }, 'Ceļi 1/2: "mēnesis"');
    const { headers } = await call('GET', `/${id}/csv`);
    const [, name = ''] = String(headers['content-disposition']).split("UTF-8''");
    expect(decodeURIComponent(name)).toBe('Ceļi 1_2_ _mēnesis_.csv');
  });
});
