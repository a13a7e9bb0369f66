import { spawnSync } from 'node:child_process';
import { type ErrorBody, limits, type ReportExport, type ReportPage } from '@pgis/contract';
import { addComment, addLayer, addObjects, describeOnEachDatabase, type ObjectRow } from '@pgis/testkit';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';
import { readInLibreOffice } from './readInLibreOffice.ts';
import { readZip } from './readZip.ts';

const hasOffice = spawnSync('soffice', ['--version']).status === 0;

/** Texts with a meaning in SQL, JSON, patterns, spreadsheets or line-based formats. */
const nasty = [
  `'); DROP TABLE geoms; --`,
  '{"$ne":null}',
  '.*|^$',
  '%_%',
  '\\x27',
  '=HYPERLINK("http://evil.example","x")',
  'a,=1+1',
  'a;=1+1',
  '_x0041_x0042_',
  'a\r\n=1+1',
  '"; "," "',
  '\u202egnp.exe\u200f',
  '😀 𝔄 ē ы',
  '</t></is><f>1+1</f>',
  '12.05',
];

describeOnEachDatabase('reports of what means harm', (getDatabase, itOnce) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newLayer = (fields: readonly string[] = ['text'], more = {}) =>
    addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Koki', fields, ...more });
  const add = (classId: number, objects: readonly Partial<ObjectRow>[]) =>
    addObjects(
      getDatabase(),
      objects.map((object) => ({ classId, ...object })),
    );
  const ask = (layer: number, query: Record<string, string>) =>
    world.ask<ReportPage & ErrorBody>(
      'GET',
      `geoms/class-objects/${layer}?${new URLSearchParams(query)}`,
      'reader',
    );
  const post = <T = unknown>(path: string, payload: object, language = 'en') =>
    world.ask<T & ErrorBody>('POST', path, 'reader', {
      payload,
      headers: { 'accept-language': language },
    });
  const csv = (layer: number, body: object, language?: string) =>
    post(`geoms/object-report/${layer}`, body, language);
  /** The file of an export, and the headers that it came with. */
  async function fileOf(classId: number, format: string, body: object = {}, language = 'en') {
    const { json } = await post<ReportExport>('reports/exports', { classId, format, ...body }, language);
    await world.t.deps.background.idle();
    const url = `/api/v1/reports/exports/${json.id}/file`;
    const { statusCode, rawPayload, headers } = await world.t.app.inject({
      url,
      headers: world.headersOf('reader'),
    });
    expect(statusCode).toBe(200);
    return { content: rawPayload, name: String(headers['content-disposition']) };
  }

  test('REP-01 D-REP-02: a value is looked for and never run, in the page and in the file', async () => {
    const layer = await newLayer();
    await add(
      layer,
      nasty.map((text) => ({ data: { text } })),
    );
    for (const text of nasty) {
      const expected = nasty.filter((one) => one.toLowerCase().includes(text.toLowerCase()));
      const { json } = await ask(layer, { text, _sort: 'id' });
      expect(json.items.map(({ data }) => data.text)).toEqual(expected);
      const { text: file } = await csv(layer, { filter: { text }, sort: 'id', columns: ['data.text'] });
      const rows = parse(file, { bom: true, record_delimiter: '\r\n' }) as string[][];
      expect(rows.length).toBe(expected.length + 1);
    }
    expect((await ask(layer, {})).json.total).toBe(nasty.length);
  });

  test.each([
    ['_from', '0000-01-01'],
    ['_to', '0000-01-01'],
    ['_from', '0000-12-31T00:00Z'],
    ['_after', '["2026-02-31T00:00:00.000000Z","1"]'],
    ['_after', '["2026-19-39T99:99:99.000000Z","1"]'],
    ['_after', '["1e999","1"]', 'length'],
    ['_after', '["1e-999","1"]', 'length'],
  ])(
    'D-ERR-01: %s=%s is refused by its name, and no server stumbles over it',
    async (key, value, sort?: string) => {
      const layer = await newLayer();
      await add(layer, [{}]);
      const text = key === '_after' ? Buffer.from(value).toString('base64url') : value;
      const { status, json } = await ask(layer, { [key]: text, ...(sort && { _sort: sort }) });
      expect([status, json.errors]).toEqual([400, [{ path: `query/${key}`, code: 'WRONG_FORMAT' }]]);
      if (key === '_after') return;
      const body = { classId: layer, format: 'csv', filter: { [key]: value } };
      for (const answer of [await csv(layer, body), await post('reports/exports', body)])
        expect([answer.status, answer.json.errors?.[0]?.path]).toEqual([400, `/filter/${key}`]);
    },
  );

  itOnce(
    'D-ERR-01: lists of ten thousand, and texts that no database keeps, are refused at once',
    async () => {
      const layer = await newLayer();
      const many = (of: (n: number) => string) => Array.from({ length: 10_000 }, (_, n) => of(n));
      const sent = { classId: layer, format: 'csv' };
      for (const [body, path] of [
        [{ columns: many((n) => `data.f${n}`) }, '/columns'],
        [{ columns: many(() => 'name') }, '/columns'],
        [{ filter: Object.fromEntries(many((n) => `f${n}`).map((key) => [key, 'x'])) }, '/filter'],
        [{ filter: { text: 'a\0b' } }, '/filter/text'],
        [{ filter: { text: '\ud800' } }, '/filter/text'],
        [{ name: 'a\0b' }, '/name'],
        [{ sort: 'data.text\0' }, '/sort'],
        [{ sort: '--name' }, '/sort'],
        [{ sort: 'name desc; DROP TABLE geoms' }, '/sort'],
      ] as const)
        for (const [call, payload] of [
          [`geoms/object-report/${layer}`, body],
          ['reports/exports', { ...sent, ...body }],
        ] as const) {
          const { status, json } = await post(call, payload);
          expect([call, status, json.errors?.[0]?.path]).toEqual([call, 400, path]);
        }
      expect((await ask(layer, { text: '\0' })).json.errors?.[0]?.path).toBe('query/text');
    },
  );

  test('REP-02: the name of a file is one that file systems take, however it is asked for', async () => {
    const layer = await newLayer(['text'], { name: 'Ceļi: "A/B" \u202egnp' });
    const nameOf = async (name: string) =>
      decodeURIComponent(
        String((await csv(layer, { name })).headers['content-disposition']).split("UTF-8''")[1] ?? '',
      );
    expect(await nameOf('../../etc/passwd')).toBe('.._.._etc_passwd_objects.csv');
    expect(await nameOf('a\r\nSet-Cookie: x')).toBe('a__Set-Cookie_ x_objects.csv');
    expect(await nameOf('Koki 😀')).toBe('Koki 😀_objects.csv');
    expect(await nameOf('  ')).toBe(`${layer}_objects.csv`);
    const long = await nameOf('x'.repeat(100_000));
    expect([long.length, long.slice(-4)]).toEqual([limits.fileNameLength, '.csv']);
    expect((await fileOf(layer, 'csv')).name).toContain(`UTF-8''Ce%C4%BCi_%20_A_B_%20_gnp_objects.csv`);
  });

  test('D-REP-02: what is in the extent touches it with its shape, not only with its box', async () => {
    const layer = await newLayer();
    await add(layer, [
      { name: 'around', wkt: 'LINESTRING(-50 50,150 50,150 -50)' },
      { name: 'corner', wkt: 'LINESTRING(90 300,300 300,300 90)' },
      {
        name: 'ring',
        wkt: 'POLYGON((-50 -50,150 -50,150 150,-50 150,-50 -50),(-9 -9,-9 109,109 109,109 -9,-9 -9))',
      },
      { name: 'over', wkt: 'POLYGON((-50 -50,150 -50,150 150,-50 150,-50 -50))' },
      { name: 'edge', wkt: 'POINT(100 50)' },
    ]);
    const { json } = await ask(layer, { _extent: '0,0,100,100', _sort: 'id' });
    expect([json.items.map(({ name }) => name), json.total]).toEqual([['around', 'over', 'edge'], 3]);
  });

  /** Adds a layer in which every text of a report file is hostile: object, comment, status and author. */
  async function hostileLayer() {
    const { db } = getDatabase();
    const { companyId, users } = world.own;
    const layer = await newLayer([], { legacy: { fields: ['text', 'a;=1+1'] } });
    const ids = await add(
      layer,
      nasty.map((text, at) => ({
        name: text,
        description: text,
        data: { text, 'a;=1+1': text },
        authorId: users.writer.id,
        wkt: `LINESTRING(0 0,${at + 1.5} ${at})`,
      })),
    );
    for (const [at, text] of nasty.entries())
      await addComment(getDatabase(), {
        geomId: ids[at] ?? 0,
        content: text,
        isPublic: true,
        status: 'Done',
      });
    await sql`UPDATE classifiers SET names = '{}', name = '=1+1' WHERE company_id = ${companyId} AND name = 'Done'`.execute(
      db,
    );
    await sql`UPDATE users SET first_name = '@SUM(1),=1+1', last_name = ';=1+1' WHERE id = ${users.writer.id}`.execute(
      db,
    );
    const texts = ['name', 'description', 'data.text', 'data.a;=1+1', 'comment'];
    return {
      layer,
      columns: [...texts, 'status', 'author', 'length'],
      /** Text expected in each row, without its length. */
      rows: nasty.map((text) => [...texts.map(() => text), '=1+1', '@SUM(1),=1+1 ;=1+1']),
      [Symbol.asyncDispose]: async () => {
        await sql`UPDATE classifiers SET name = 'Done' WHERE company_id = ${companyId} AND name = '=1+1'`.execute(
          db,
        );
      },
    };
  }

  /** Removes the apostrophe that marks a text as no formula, and unifies line breaks. */
  const asText = (cell: string) =>
    (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell).replaceAll(/\r\n?/g, '\n');

  test('D-OBJ-09: in every column texts stay texts, in CSV, XLSX and GeoJSON, in each language', async () => {
    await using hostile = await hostileLayer();
    const { layer, columns, rows } = hostile;
    const body = { sort: 'id', columns };
    const expected = rows.map((row) => row.map((cell) => cell.replaceAll(/\r\n?/g, '\n')));
    for (const language of ['en', 'lv', 'ru']) {
      const { text } = await csv(layer, body, language);
      const options = { bom: true, delimiter: language === 'en' ? ',' : ';', record_delimiter: '\r\n' };
      const [head, ...found] = parse(text, options) as string[][];
      expect(head?.slice(2, 4)).toEqual(['text', 'a;=1+1']);
      expect(found.map((row) => row.slice(0, -1).map(asText))).toEqual(expected);
      // No cell begins a formula, whichever character separates the cells.
      expect(text.replaceAll(/"(""|[^"])*"/g, '"')).not.toMatch(/(^|[,;\t\r\n])[=+@\t]/);
      for (const row of found) expect(row.at(-1)).toMatch(language === 'en' ? /^\d+\.\d+$/ : /^\d+,\d+$/);
    }
    const { content } = await fileOf(layer, 'xlsx', body);
    const sheet = readZip(content).get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).not.toMatch(/<f[ >]/);
    expect(sheet).toContain('<t xml:space="preserve">_x005F_x0041_x005F_x0042_</t>');
    expect(sheet.match(/<c t="inlineStr">/g)?.length).toBe(rows.length * (columns.length - 1));
    const { features } = JSON.parse(String((await fileOf(layer, 'geojson', body)).content)) as {
      features: { properties: Record<string, string> }[];
    };
    expect(features.map(({ properties }) => properties.comment)).toEqual(nasty);
  });

  test.each([
    ['Koki', 'Koki'],
    ["It's [A]: *?/\\", 'It s  A'],
    ['\u0001', 'Sheet1'],
    ['😀'.repeat(20), '😀'.repeat(15)],
    ['x'.repeat(40), 'x'.repeat(31)],
  ])('a layer named %j has a sheet that spreadsheets open', async (name, sheet) => {
    const { content } = await fileOf(await newLayer(['text'], { name }), 'xlsx');
    expect(readZip(content).get('xl/workbook.xml')).toContain(`<sheet name="${sheet}" sheetId="1"`);
  });

  test.skipIf(!hasOffice)(
    'LibreOffice in Latvian and in Russian shows every text and number as it is',
    async ({ skip }) => {
      // The bytes are the same on both, as the test before says.
      if (getDatabase().kind !== 'embedded') skip('once is enough');
      await using hostile = await hostileLayer();
      const { layer, columns, rows } = hostile;
      await sql`UPDATE geoms SET measure = 12.05 WHERE class_id = ${layer}`.execute(getDatabase().db);
      const body = { sort: 'id', columns };
      const expected = rows.map((row) => [...row.map((cell) => cell.replaceAll(/\r\n?/g, '\n')), 12.05]);
      const toRow = (row: string[]) => [
        ...row.slice(0, -1).map(asText),
        Number(row.at(-1)?.replace(',', '.')),
      ];
      for (const [language, number] of [
        ['lv', 1062],
        ['ru', 1049],
      ] as const) {
        const content = Buffer.from((await csv(layer, body, language)).text);
        const [, ...displayedRows] = readInLibreOffice('csv', content, { separator: ';', language: number });
        expect([language, displayedRows.map(toRow)]).toEqual([language, expected]);
      }
      const [, ...displayedRows] = readInLibreOffice(
        'xlsx',
        (await fileOf(layer, 'xlsx', body, 'lv')).content,
      );
      expect(displayedRows.map(toRow)).toEqual(expected);
    },
    60_000,
  );
});
