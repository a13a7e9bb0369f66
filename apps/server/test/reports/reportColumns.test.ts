import {
  caseColumns,
  type ErrorBody,
  type ReportExport,
  type ReportPage,
  reportColumns,
} from '@pgis/contract';
import { addComment, addLayer, addObjects, describeOnEachDatabase, type ObjectRow } from '@pgis/testkit';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';
import { readZip } from './readZip.ts';

const options = { bom: true, delimiter: ';', record_delimiter: '\r\n', columns: true } as const;

describeOnEachDatabase('the columns of a report', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const change = (statement: ReturnType<typeof sql>) => statement.execute(getDatabase().db);
  async function newObjects(objects: readonly Partial<ObjectRow>[]) {
    const layer = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      name: 'Koki',
      fields: ['species'],
    });
    const ids = await addObjects(
      getDatabase(),
      objects.map((object) => ({ classId: layer, ...object })),
    );
    return { layer, ids };
  }
  const call = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, requester: Requester, payload?: object) =>
    world.ask<T & ErrorBody>(method, path, requester, {
      headers: { 'accept-language': 'lv' },
      ...(payload && { payload }),
    });
  const pageOf = async (layer: number, query = '', requester: Requester = 'reader') =>
    (await call<ReportPage>('GET', `geoms/class-objects/${layer}?_sort=id${query}`, requester)).json;

  /** Adds one object of each kind with all values that a report has columns for. */
  async function fullLayer() {
    const made = await newObjects([
      { name: 'Punkts', isPublic: false },
      {
        name: 'Līnija',
        description: 'Garā',
        data: { species: 'дуб' },
        wkt: 'LINESTRING(0 0,1000 0)',
        authorId: world.own.users.writer.id,
      },
      { name: 'Laukums', wkt: 'POLYGON((0 0,1000 0,1000 1000,0 1000,0 0))' },
    ]);
    const line = made.ids[1] ?? 0;
    await addComment(getDatabase(), { geomId: line, content: 'Redzēts', isPublic: false, status: 'Planned' });
    await change(sql`UPDATE geoms SET upvote_count = 7, created_at = '2026-01-31T22:30:00Z',
      updated_at = '2026-07-01T10:00:00.25Z' WHERE id = ${line}`);
    await change(sql`INSERT INTO geom_files (company_id, id, geom_id, blob_key, name, size, mime, is_image)
      SELECT company_id, new_id(company_id, 'file_seq'), id, id || '-' || n, 'a.txt', 1, 'text/plain', false
      FROM geoms, generate_series(1, 2) AS n WHERE id = ${line}`);
    return made;
  }

  test('API-GEOM-13 API-GEOM-15 D-REP-01: a file says of each object what the page says', async () => {
    const { layer } = await fullLayer();
    const { items } = await pageOf(layer);
    expect(items[1]).toMatchObject({
      votes: 7,
      files: 2,
      createdAt: '2026-01-31T22:30:00.000Z',
      updatedAt: '2026-07-01T10:00:00.250Z',
      latestComment: 'Redzēts',
    });
    const { text } = await call('POST', `geoms/object-report/${layer}`, 'reader', { sort: 'id' });
    const number = (value: number | null) => (value === null ? '' : String(value).replace('.', ','));
    const rows = parse(text, options) as Record<string, string>[];
    expect(rows).toEqual(
      items.map((item) => ({
        Id: String(item.id),
        Numurs: item.reference,
        Nosaukums: item.name,
        Apraksts: item.description,
        Publisks: item.isPublic ? 'Jā' : 'Nē',
        Statuss: item.status ?? '',
        'Jaunākais komentārs': item.latestComment ?? '',
        Balsis: String(item.votes),
        Faili: String(item.files),
        Pievienots: item.createdAt,
        Mainīts: item.updatedAt,
        Autors: item.author,
        'Garums, m': number(item.lengthM),
        'Platība, m²': number(item.areaM2),
        species: item.data.species ?? '',
        WKT: expect.stringMatching(/^(POINT|LINESTRING|POLYGON)\(/),
      })),
    );
    expect(Object.keys(rows[0] ?? {}).length).toBe(reportColumns.length - caseColumns.length + 1);
  });

  test('D-REP-01: columns come in the order that was asked for, each with its own values', async () => {
    const { layer } = await fullLayer();
    const columns = ['votes', 'data.species', 'reference', 'name', 'id', 'public'];
    const [, item] = (await pageOf(layer)).items;
    const { text } = await call('POST', `geoms/object-report/${layer}`, 'reader', { sort: 'id', columns });
    const rows = parse(text, { ...options, columns: false }) as string[][];
    expect([rows[0], rows[2]]).toEqual([
      ['Balsis', 'species', 'Numurs', 'Nosaukums', 'Id', 'Publisks'],
      ['7', 'дуб', item?.reference, 'Līnija', String(item?.id), 'Jā'],
    ]);
  });

  const fileOf = async (layer: number, format: string, more = {}) => {
    const { json } = await call<ReportExport>('POST', 'reports/exports', 'reader', {
      classId: layer,
      format,
      sort: 'id',
      ...more,
    });
    await world.t.deps.background.idle();
    const { fileName } = (await call<ReportExport>('GET', `reports/exports/${json.id}`, 'reader')).json;
    const { rawPayload } = await world.t.app.inject({
      url: `/api/v1/reports/exports/${json.id}/file`,
      headers: world.headersOf('reader'),
    });
    return { content: rawPayload, fileName };
  };

  test('a workbook has numbers where there are numbers, and days of the company’s calendar', async () => {
    const { layer } = await fullLayer();
    const [, item] = (await pageOf(layer)).items;
    const columns = ['votes', 'files', 'added', 'changed', 'length', 'area', 'public', 'status'];
    const { content, fileName } = await fileOf(layer, 'xlsx', { columns });
    expect(fileName).toBe('Koki_objects.xlsx');
    const sheet = readZip(content).get('xl/worksheets/sheet1.xml') ?? '';
    const [, , line = ''] = sheet.match(/<row>.*?<\/row>/gs) ?? [];
    const text = (value: string | null | undefined) =>
      `<c t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
    // 31 January 22:30 in UTC is 1 February 0:30 in Riga, 1 July 10:00 is 13:00 there.
    expect(line).toBe(
      `<row><c><v>7</v></c><c><v>2</v></c><c s="1"><v>46054.02083333</v></c><c s="1"><v>46204.54166956</v></c>` +
        `<c><v>${item?.lengthM}</v></c><c/>${text('Jā')}${text(item?.status)}</row>`,
    );
  });

  test('GeoJSON has the id of each object, so that it can be found again', async () => {
    const { layer, ids } = await fullLayer();
    const { features } = JSON.parse(String((await fileOf(layer, 'geojson')).content)) as {
      features: { id: number; geometry: { type: string }; properties: Record<string, unknown> }[];
    };
    expect(features.map(({ id, geometry }) => [id, geometry.type])).toEqual([
      [ids[0], 'Point'],
      [ids[1], 'LineString'],
      [ids[2], 'Polygon'],
    ]);
    expect(features[1]?.properties).toMatchObject({ votes: 7, files: 2, species: 'дуб', author: 'writer' });
  });

  test('D-CLS-03: a comment that was deleted is neither status nor latest comment any more', async () => {
    const { layer, ids } = await newObjects([{ name: 'a' }]);
    const [id = 0] = ids;
    await addComment(getDatabase(), { geomId: id, content: 'first', isPublic: true, status: 'Planned' });
    const last = await addComment(getDatabase(), {
      geomId: id,
      content: 'last',
      isPublic: true,
      status: 'Done',
    });
    const listComments = async () => {
      const { items } = await pageOf(layer);
      const columns = ['comment', 'status'];
      const { text } = await call('POST', `geoms/object-report/${layer}`, 'reader', { columns });
      const [row] = parse(text, options) as Record<string, string>[];
      expect(Object.values(row ?? {})).toEqual([items[0]?.latestComment ?? '', items[0]?.status ?? '']);
      return [items[0]?.latestComment, items[0]?.statusType];
    };
    expect(await listComments()).toEqual(['last', 'fixed']);
    expect((await call('DELETE', `geoms/${id}/comment/${last}`, 'moduleAdmin')).status).toBe(204);
    expect(await listComments()).toEqual(['first', 'open']);
  });

  test('D-PERM-01: what a row may be done with is what its reader may do', async () => {
    const { writer, reader } = world.own.users;
    const { layer } = await newObjects([{ authorId: writer.id }, { authorId: reader.id }, {}]);
    const of = async (requester: Requester) =>
      (await pageOf(layer, '', requester)).items.map(({ canWrite, canDelete }) => [canWrite, canDelete]);
    const noRights = [false, false];
    const all = [true, true];
    expect(await of('reader')).toEqual([noRights, noRights, noRights]);
    // A user with Write deletes their own objects.
    expect(await of('writer')).toEqual([all, [true, false], [true, false]]);
    expect(await of('unitAdmin')).toEqual([all, all, all]);
    expect(await of('moduleAdmin')).toEqual([all, all, all]);
  });

  test('D-REP-01: a page has 25 rows by default, 50 or 100 when told', async () => {
    const { layer } = await newObjects(Array.from({ length: 120 }, () => ({})));
    const count = async (query: string) => (await pageOf(layer, query)).items.length;
    expect([await count(''), await count('&_size=50'), await count('&_size=100')]).toEqual([25, 50, 100]);
    expect(await count('&_size=100&_page=2')).toBe(20);
  });
});
