import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ErrorBody, limits, type ReportExport } from '@pgis/contract';
import { inTransaction } from '@pgis/server';
import { addComment, addLayer, addObjects, describeOnEachDatabase, type ObjectRow } from '@pgis/testkit';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCsv } from '../../src/http/toCsv.ts';
import { makeObjectWorld, type ObjectWorld, type Requester, requesters } from '../objects/ObjectWorld.ts';
import { readHostileTexts } from '../objects/readHostileTexts.ts';
import { addExportJob } from './addExportJob.ts';
import { readInLibreOffice } from './readInLibreOffice.ts';
import { readZip } from './readZip.ts';

const has = (program: string, option: string) => spawnSync(program, [option]).status === 0;
const hasGdal = has('ogr2ogr', '--version');
const hasOffice = has('soffice', '--version');
if (!hasOffice) console.log('LibreOffice is not here: its reading of CSV and XLSX is left out');

describeOnEachDatabase('files of reports', (getDatabase, itOnce) => {
  let world: ObjectWorld;
  let layer: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layer = await newLayer(['species', 'kadastrs']);
    const [first = 0] = await add(layer, [
      {
        name: 'Ozols, "liels"; Ķekava',
        description: '=1+1',
        data: { species: 'дуб', kadastrs: '01234567890' },
        wkt: 'POLYGON((0 0,111319.490793274 0,0 111325.142866385,0 0))',
      },
      { name: 'Priede', description: '-12.5', data: { species: '@SUM(A1)' }, wkt: 'POINT(0 0)' },
      { name: 'Egle', description: 'a\r\nb', data: {}, wkt: 'LINESTRING(0 0,1000 0)', isPublic: false },
    ]);
    await addComment(getDatabase(), { geomId: first, content: '@all', isPublic: true, status: 'Done' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newLayer = (fields: readonly string[]) =>
    addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Koki', fields });
  const add = (classId: number, objects: readonly Partial<ObjectRow>[]) =>
    addObjects(
      getDatabase(),
      objects.map((object) => ({ classId, ...object })),
    );
  const headers = (requester: Requester, language = 'en') => ({
    ...world.headersOf(requester),
    'accept-language': language,
  });
  const csv = (id: number, body: object = {}, requester: Requester = 'reader', language = 'en') =>
    world.t.call<ErrorBody>({
      method: 'POST',
      url: `/api/v1/geoms/object-report/${id}`,
      headers: headers(requester, language),
      payload: body,
    });
  const order = (body: object, requester: Requester = 'reader', language = 'en') =>
    world.t.call<ReportExport & ErrorBody>({
      method: 'POST',
      url: '/api/v1/reports/exports',
      headers: headers(requester, language),
      payload: { classId: layer, format: 'csv', ...body },
    });
  const readExport = (id: number, requester: Requester = 'reader') =>
    world.t.call<ReportExport & ErrorBody>({
      url: `/api/v1/reports/exports/${id}`,
      headers: headers(requester),
    });
  const fetchFile = (id: number, requester: Requester = 'reader') =>
    world.t.app.inject({ url: `/api/v1/reports/exports/${id}/file`, headers: headers(requester) });
  const finish = async (id: number, requester: Requester = 'reader') => {
    await world.t.deps.background.idle();
    return (await readExport(id, requester)).json;
  };

  test('API-GEOM-15 REP-02 D-OBJ-09: all columns, WKT last, the newest first, named after what was asked', async () => {
    const { status, text, headers: sent } = await csv(layer, { id: layer, name: 'Koki', anything: {} });
    expect([status, sent['content-type'], sent['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      `attachment; filename="Koki_objects.csv"; filename*=UTF-8''Koki_objects.csv`,
    ]);
    const [header = [], ...rows] = parse(text, { bom: true, record_delimiter: '\r\n' }) as string[][];
    expect([text.charCodeAt(0), header[0], header.at(-3), header.at(-2), header.at(-1)]).toEqual([
      0xfeff,
      'Id',
      'species',
      'kadastrs',
      'WKT',
    ]);
    const oak = rows.find((row) => row[2]?.startsWith('Ozols')) ?? [];
    expect([oak[2], oak[3], oak[5], oak[6], oak.at(-3), oak.at(-2), oak.at(-1)]).toEqual([
      'Ozols, "liels"; Ķekava',
      "'=1+1",
      'Done',
      "'@all",
      'дуб',
      '01234567890',
      'POLYGON((0 0,1 0,0 1,0 0))',
    ]);
  });

  test('D-REP-01: the file follows filter, order and columns', async () => {
    const body = { filter: { _q: 'e' }, sort: 'name', columns: ['data.species', 'name', 'length'] };
    expect((await csv(layer, body)).text).toBe(
      [
        '\ufeffspecies,Name,"Length, m"',
        ',"Egle",1000',
        '"дуб","Ozols, ""liels""; Ķekava",',
        '"\'@SUM(A1)","Priede",',
        '',
      ].join('\r\n'),
    );
  });

  itOnce('D-OBJ-09: every text is guarded as in the file of one object', async () => {
    const { strings } = await readHostileTexts();
    const signs = [
      '=1',
      '+1',
      '+371',
      '-',
      '-1e-7',
      '-1,5',
      '@x',
      '\tx',
      '\rx',
      '1E+9',
      '-1E9',
      '+',
      "'",
      '"',
    ];
    const texts = [...signs, ...strings.slice(0, 300)]
      .map((text) => text.replaceAll('\0', '').toWellFormed().slice(0, 900))
      .filter((text) => text !== '');
    const nasty = await newLayer(['text']);
    await add(
      nasty,
      texts.map((text) => ({ data: { text } })),
    );
    for (const language of ['en', 'lv']) {
      const options = { bom: true, delimiter: language === 'en' ? ',' : ';', record_delimiter: '\r\n' };
      const body = { sort: 'id', columns: ['data.text'] };
      const { text } = await csv(nasty, body, 'reader', language);
      const expected = toCsv([['text'], ...texts.map((one) => [one])], language === 'en' ? 'en' : 'lv');
      expect(parse(text, options)).toEqual(parse(expected.toString(), options));
    }
  });

  test.each([
    [{ columns: ['data.nothing'] }, 400, '/columns/0'],
    [{ columns: ['geom'] }, 400, '/columns/0'],
    [{ columns: [] }, 400, '/columns'],
    [{ columns: ['name', 'name'] }, 400, '/columns'],
    [{ filter: { nothing: 'x' } }, 400, '/filter/nothing'],
    [{ filter: { _from: '2026-13-01' } }, 400, '/filter/_from'],
    [{ sort: 'data.nothing' }, 400, '/sort'],
  ])('D-ERR-01: %j is refused before anything is written', async (body, status, path) => {
    for (const answer of [await csv(layer, body), await order(body)])
      expect([answer.status, answer.json.errors?.[0]?.path]).toEqual([status, path]);
  });

  test('past the limit of rows the stream is refused, and the limit itself is not', async ({ skip }) => {
    if (getDatabase().kind === 'embedded') skip('200 000 rows take the embedded engine too long for a test');
    const { reportDirectRows } = limits;
    const many = await newLayer([]);
    const { companyId } = world.own;
    await inTransaction(getDatabase(), { statementMs: 0 }, (db) =>
      sql`INSERT INTO geoms (company_id, id, class_id, kind, geom, name, measure)
        SELECT ${companyId}::integer, new_id(${companyId}::integer, 'geom_seq'), ${many}::bigint, 1,
               ST_SetSRID(ST_MakePoint(n, n), 3857), 'n' || n, 0
        FROM generate_series(1, ${reportDirectRows}::integer) AS n`.execute(db),
    );
    const atLimit = await csv(many, { columns: ['name'] });
    expect([atLimit.status, atLimit.text.split('\r\n').length]).toEqual([200, reportDirectRows + 2]);
    await add(many, [{ name: 'one more' }]);
    const refused = await csv(many, { columns: ['name'] });
    expect([refused.status, refused.json.error, refused.json.count]).toEqual([
      400,
      'TOO_MANY_ROWS',
      reportDirectRows,
    ]);
    const { json: ordered } = await order({ classId: many, columns: ['name'] });
    const done = await finish(ordered.id);
    expect([done.state, done.rowsDone, done.rowsTotal]).toEqual([
      'done',
      reportDirectRows + 1,
      reportDirectRows + 1,
    ]);
  }, 120_000);

  test('a large report becomes a file: it is counted, written, fetched, and goes', async () => {
    const ordered = await order({ name: 'Mēneša pārskats' }, 'reader', 'lv');
    expect([ordered.status, ordered.json.fileName, ordered.json.size]).toEqual([
      201,
      'Mēneša pārskats_objects.csv',
      null,
    ]);
    const { id } = ordered.json;
    const done = await finish(id);
    expect([done.state, done.rowsDone, done.rowsTotal]).toEqual(['done', 3, 3]);
    const file = await fetchFile(id);
    expect([file.statusCode, file.headers['content-type'], Number(file.headers['content-length'])]).toEqual([
      200,
      'text/csv; charset=utf-8',
      done.size,
    ]);
    expect(file.body).toBe((await csv(layer, {}, 'reader', 'lv')).text);
    const list = await world.t.call<ReportExport[]>({
      url: '/api/v1/reports/exports',
      headers: headers('reader'),
    });
    expect(list.json.map((one) => one.id)).toContain(id);
    const removed = await world.t.call({
      method: 'DELETE',
      url: `/api/v1/reports/exports/${id}`,
      headers: headers('reader'),
    });
    expect([removed.status, (await fetchFile(id)).statusCode, (await readExport(id)).status]).toEqual([
      204, 404, 404,
    ]);
  });

  itOnce('D-PERM-06: nobody else finds an export', async () => {
    const { id } = (await order({})).json;
    await finish(id);
    for (const requester of requesters.filter((one) => one !== 'reader')) {
      const status = requester === 'visitor' ? 401 : 404;
      expect([
        requester,
        (await readExport(id, requester)).status,
        (await fetchFile(id, requester)).statusCode,
      ]).toEqual([requester, status, status]);
    }
  });

  test('an expired file is gone at once, and its blob goes with the next sweep', async () => {
    const { id } = (await order({})).json;
    await finish(id);
    const { db } = getDatabase();
    const { blob_key: key } = await db
      .selectFrom('report_exports')
      .select('blob_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await sql`UPDATE report_exports SET expires_at = now() WHERE id = ${id}`.execute(db);
    expect((await fetchFile(id)).statusCode).toBe(404);
    const { deleteExports } = await import('../../src/features/reports/exports/deleteExports.ts');
    await deleteExports(world.t.deps);
    const orphaned = await db.selectFrom('loose_blobs').select('blob_key').execute();
    expect(orphaned.map(({ blob_key }) => blob_key)).toContain(key);
  });

  test('what a stopped server has left is written by the next one, with the rights of then', async () => {
    const { db } = getDatabase();
    const { id } = (await order({})).json;
    await finish(id);
    await sql`UPDATE report_exports SET state = 'running', rows_done = 0 WHERE id = ${id}`.execute(db);
    await addExportJob(db, world.t.clock, id);
    await sql`UPDATE jobs SET state = 'running', locked_until = now() - interval '1 minute'
      WHERE (payload ->> 'exportId')::bigint = ${id}`.execute(db);
    await world.t.deps.jobs.poll();
    await finish((await order({})).json.id);
    expect((await readExport(id)).json.state).toBe('done');
    // A user whose session has ended gets nothing more.
    await sql`UPDATE report_exports SET state = 'waiting', blob_key = NULL, session_id = gen_random_uuid()
      WHERE id = ${id}`.execute(db);
    await addExportJob(db, world.t.clock, id);
    await finish((await order({})).json.id);
    expect((await readExport(id)).json.state).toBe('failed');
  });

  test('a user has three under way at most', async () => {
    const { db } = getDatabase();
    await world.t.deps.background.idle();
    const { exportsAtOnce } = limits;
    const ids: number[] = [];
    for (let n = 0; n < exportsAtOnce; n += 1) ids.push((await order({}, 'writer')).json.id);
    await world.t.deps.background.idle();
    // These exports look as if another server wrote them.
    const setState = (state: string) =>
      sql`UPDATE report_exports SET state = ${state} WHERE id = ANY(${ids}::bigint[])`.execute(db);
    await setState('running');
    const refused = await order({}, 'writer');
    expect([refused.status, refused.json.error]).toEqual([409, 'TOO_MANY_EXPORTS']);
    await setState('done');
    expect((await order({}, 'writer')).status).toBe(201);
    await world.t.deps.background.idle();
  });

  test('D-LOG-01: every file is in the log with its number of rows', async () => {
    const own = await newLayer([]);
    await add(own, [{ name: 'a' }, { name: 'b' }]);
    await csv(own, { filter: { _q: 'a' } }, 'writer');
    await finish((await order({ classId: own, format: 'geojson' })).json.id);
    const rows = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'entity', 'entity_name', 'user_id', 'details'])
      .where('entity_id', '=', own)
      .where('action', '=', 'EXPORT')
      .orderBy('id')
      .execute();
    const { reader, writer } = world.own.users;
    const row = { action: 'EXPORT', entity: 'classifier', entity_name: 'Koki' };
    expect(rows).toEqual([
      { ...row, user_id: writer.id, details: { format: 'csv', rows: 1, filter: { _q: 'a' } } },
      { ...row, user_id: reader.id, details: { format: 'geojson', rows: 2, filter: {} } },
    ]);
  });

  test.each(requesters)('D-PERM-01 D-PERM-06: who takes a file away: %s', async (requester) => {
    const status = { visitor: 401, foreigner: 404, nobody: 403 }[requester as string];
    const closed = await addLayer(getDatabase(), { groupId: world.roadsGroup, allObjectsPublic: false });
    expect((await csv(closed, {}, requester)).status).toBe(status ?? 200);
    expect((await order({ classId: closed }, requester)).status).toBe(status ?? 201);
    await world.t.deps.background.idle();
  });

  async function fileOf(format: string, body: object = {}, language = 'en'): Promise<Buffer> {
    const { id } = (await order({ format, ...body }, 'reader', language)).json;
    expect((await finish(id)).state).toBe('done');
    return (await fetchFile(id)).rawPayload;
  }

  test('a workbook: texts stay texts, numbers and dates are such, and no formula is in it', async () => {
    const parts = readZip(await fileOf('xlsx', { sort: 'id' }));
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).not.toContain('<f>');
    const cell = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
    expect(sheet).toContain(cell('01234567890'));
    expect(sheet).toContain(cell('=1+1'));
    expect(sheet).toContain(cell('Ozols, "liels"; Ķekava'));
    expect(sheet).toContain(cell('a&#13;\nb'));
    expect(sheet).toMatch(/<c s="1"><v>\d{5}\.\d+<\/v><\/c>/);
    expect(sheet).not.toContain('WKT');
    const refused = await order({ format: 'xlsx', columns: ['name', 'wkt'] });
    expect([refused.status, refused.json.errors]).toEqual([
      400,
      [{ path: '/columns/1', code: 'NOT_ALLOWED' }],
    ]);
  });

  test('GeoJSON: lon/lat, fields as they are called, and nothing that JSON could not hold', async () => {
    const twins = await newLayer(['name', 'a"b']);
    await add(twins, [{ name: 'fixed', data: { name: 'of the field', 'a"b': '\u2028"\\' } }]);
    const { features } = JSON.parse(String(await fileOf('geojson', { classId: twins }))) as {
      features: { geometry: unknown; properties: Record<string, unknown> }[];
    };
    expect(features[0]?.properties).toMatchObject({
      _name: 'fixed',
      name: 'of the field',
      'a"b': '\u2028"\\',
      votes: 0,
      public: true,
      status: null,
    });
    const all = JSON.parse(String(await fileOf('geojson', { sort: 'id', columns: ['id'] }))) as {
      features: { geometry: unknown }[];
    };
    expect(all.features.map(({ geometry }) => geometry)[0]).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [0, 1],
          [0, 0],
        ],
      ],
    });
  });

  itOnce('an empty report is still a file of its kind', async () => {
    const empty = await newLayer(['x']);
    const body = { classId: empty, columns: ['name', 'data.x'] };
    expect(String(await fileOf('csv', body))).toBe('\ufeffName,x\r\n');
    expect(JSON.parse(String(await fileOf('geojson', body)))).toEqual({
      type: 'FeatureCollection',
      features: [],
    });
    expect(readZip(await fileOf('xlsx', body)).get('xl/worksheets/sheet1.xml')).toMatch(
      /<\/row><\/sheetData>/,
    );
  });

  test.skipIf(!hasGdal)('GDAL reads the workbook and the GeoJSON', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pgis-report-'));
    for (const format of ['xlsx', 'geojson']) {
      const file = join(folder, `report.${format}`);
      writeFileSync(file, await fileOf(format, { sort: 'id' }, 'lv'));
      const args = ['-f', 'CSV', '/vsistdout/', file];
      // GDAL takes the first row of a sheet for a header when it is told to.
      const options = format === 'xlsx' ? ['--config', 'OGR_XLSX_HEADERS', 'FORCE'] : [];
      const out = execFileSync('ogr2ogr', [...options, ...args], { encoding: 'utf8' });
      const rows = parse(out, { columns: true }) as Record<string, string>[];
      expect(rows.map((row) => [row.kadastrs, row.species])).toEqual([
        ['01234567890', 'дуб'],
        ['', '@SUM(A1)'],
        ['', ''],
      ]);
    }
  });

  /** Texts that a spreadsheet would run as formulas, and texts of both languages that it has to show. */
  const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1+1', '\r=1+1'];
  const plain = ['Дубы =1+1', 'Ābele -1', 'ёЁ № 7'];
  const hostile = async () => {
    const id = await newLayer(['text']);
    await add(
      id,
      [...formulas, ...plain].map((text) => ({ data: { text } })),
    );
    return { classId: id, sort: 'id', columns: ['data.text'] };
  };

  test('D-OBJ-09: byte by byte no text of a file is a formula', async () => {
    const body = await hostile();
    const lines = [...formulas.map((text) => `"'${text}"`), ...plain.map((text) => `"${text}"`)];
    const bytes = Buffer.from(`\ufefftext\r\n${lines.join('\r\n')}\r\n`);
    expect(Buffer.compare(await fileOf('csv', body, 'ru'), bytes)).toBe(0);
    const sheet = readZip(await fileOf('xlsx', body, 'ru')).get('xl/worksheets/sheet1.xml') ?? '';
    const cells = [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row]) => row);
    expect(cells.slice(1)).toEqual(
      [...formulas, ...plain].map(
        (text) => `<c t="inlineStr"><is><t xml:space="preserve">${text.replace('\r', '&#13;')}</t></is></c>`,
      ),
    );
    expect(sheet).not.toMatch(/<f[ >]/);
  });

  test.skipIf(!hasOffice)(
    'LibreOffice shows texts as they are and runs no formula',
    async ({ skip }) => {
      // The tests above say what the bytes are on both.
      if (getDatabase().kind !== 'embedded') skip('once is enough');
      const body = await hostile();
      for (const format of ['csv', 'xlsx'] as const) {
        const rows = readInLibreOffice(format, await fileOf(format, body));
        // A cell shows the apostrophe that says it is no formula, and a line break as its own.
        const cells = rows.slice(1).map(([cell = '']) => cell.replace(/^'/, '').replaceAll(/\r\n?/g, '\n'));
        expect([format, cells]).toEqual([
          format,
          [...formulas, ...plain].map((text) => text.replaceAll('\r', '\n')),
        ]);
      }
    },
    60_000,
  );

  test.skipIf(!hasOffice)(
    'LibreOffice shows Latvian, Russian and cadastre numbers right',
    async ({ skip }) => {
      if (getDatabase().kind !== 'embedded') skip('once is enough');
      const columns = ['name', 'data.species', 'data.kadastrs', 'area', 'status'];
      for (const format of ['csv', 'xlsx'] as const) {
        const content = await fileOf(format, { classId: layer, sort: 'id', columns });
        const [head, first] = readInLibreOffice(format, content);
        expect([format, head?.slice(0, 3)]).toEqual([format, ['Name', 'species', 'kadastrs']]);
        expect([format, first?.slice(0, 3)]).toEqual([
          format,
          ['Ozols, "liels"; Ķekava', 'дуб', '01234567890'],
        ]);
        expect(Number(first?.[3])).toBeGreaterThan(0);
        expect(first?.[4]).toBe('Done');
      }
    },
    60_000,
  );
});
