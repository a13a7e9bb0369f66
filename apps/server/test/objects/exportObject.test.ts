import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorBody } from '@pgis/contract';
import { addComment, addLayer, addObject, describeOnEachDatabase, type ObjectRow } from '@pgis/testkit';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester, requesters } from './ObjectWorld.ts';
import { readHostileTexts } from './readHostileTexts.ts';

const hasGdal = spawnSync('ogr2ogr', ['--version']).status === 0;

describeOnEachDatabase('the CSV file of an object', (getDatabase) => {
  let world: ObjectWorld;
  let layer: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layer = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      name: 'Trees',
      legacy: { fields: ['species', '=height'] },
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newObject = (object: Partial<ObjectRow> = {}) =>
    addObject(getDatabase(), { classId: layer, isPublic: true, ...object });
  const send = (id: number, requester: Requester, body: object = {}, language = 'en') =>
    world.t.call<ErrorBody>({
      method: 'POST',
      url: `/api/v1/geoms/csv/${id}`,
      headers: { ...world.headersOf(requester), 'accept-language': language },
      payload: body,
    });
  /** The file as header and value pairs. */
  async function readCsv(id: number, requester: Requester = 'writer', language = 'en') {
    const { status, text } = await send(id, requester, {}, language);
    expect([status, text.charCodeAt(0), text.endsWith('\r\n')]).toEqual([200, 0xfeff, true]);
    const delimiter = language === 'en' ? ',' : ';';
    const rows = parse(text, { bom: true, delimiter, record_delimiter: '\r\n' }) as string[][];
    expect(rows).toHaveLength(2);
    const [header = [], values = []] = rows;
    return header.map((name, index) => [name, values[index]] as const);
  }

  test('API-GEOM-12 D-OBJ-09 D-OBJ-01: what is known of the object, its fields, and the geometry in lon/lat last', async () => {
    const id = await newObject({
      wkt: 'POLYGON((0 0,111319.490793274 0,0 111325.142866385,0 0))',
      name: 'Ozols, liels',
      description: 'Pie "Lapām"',
      data: { species: 'oak', '=height': 12.5 },
      userEmail: 'reporter@example.com',
    });
    await addComment(getDatabase(), { geomId: id, content: 'Cut\nback', isPublic: true, status: 'Done' });
    const pairs = await readCsv(id);
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(pairs).toEqual([
      ['Id', String(id)],
      ['Number', `${world.own.companyId}-${id % 2 ** 32}`],
      ['Name', 'Ozols, liels'],
      ['Description', 'Pie "Lapām"'],
      ['Layer group', 'Roads'],
      ['Layer', 'Trees'],
      ['Public', 'Yes'],
      ['Latest comment', 'Cut\nback'],
      ['Status', 'Done'],
      ['Votes', '0'],
      ['Added', moment],
      ['Changed', moment],
      ['E-mail of the reporter', 'reporter@example.com'],
      ['species', 'oak'],
      ["'=height", '12.5'],
      ['WKT', 'POLYGON((0 0,1 0,0 1,0 0))'],
    ]);
  });

  test.each([
    ['lv', 'Nosaukums'],
    ['ru', 'Название'],
    ['en', 'Name'],
  ])('D-OBJ-09 D-API-03: the header in %s', async (language, name) => {
    const pairs = await readCsv(await newObject({ name: '=1;2,3' }), 'reader', language);
    expect(pairs[2]).toEqual([name, "'=1;2,3"]);
    expect(pairs.at(-1)?.[0]).toBe('WKT');
  });

  test('D-OBJ-07: a Read user’s file has no e-mail of the reporter', async () => {
    const id = await newObject({ userEmail: 'reporter@example.com' });
    for (const [requester, isThere] of [
      ['reader', false],
      ['foreigner', false],
      ['writer', true],
      ['moduleAdmin', true],
    ] as const)
      expect((await send(id, requester)).text.includes('reporter@example.com')).toBe(isThere);
  });

  test.each(requesters)(
    'D-PERM-01 D-PERM-06: who has no level anywhere gets no file: %s',
    async (requester) => {
      const [open, hidden] = [await newObject(), await newObject({ isPublic: false })];
      const level = { visitor: 401, nobody: 403 }[requester as string];
      const sees = !['visitor', 'nobody', 'foreigner'].includes(requester);
      expect((await send(open, requester)).status).toBe(level ?? 200);
      expect((await send(hidden, requester)).status).toBe(level ?? (sees ? 200 : 404));
      expect((await send(open + 999_999, requester)).status).toBe(level ?? 404);
    },
  );

  test('D-API-02: any object is accepted; its id has to be the one of the address', async () => {
    const id = await newObject({ name: 'Stored' });
    const { text } = await world.t.call({ url: `/api/v1/geoms/${id}`, headers: world.headersOf('writer') });
    const echoed = await send(id, 'writer', JSON.parse(text) as object);
    expect([echoed.status, echoed.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const other = await send(id, 'writer', { id: id + 1, name: 'x' });
    expect([other.status, other.json.error, other.json.errors]).toEqual([
      400,
      'VALIDATION',
      [{ path: '/id', code: 'NOT_ALLOWED' }],
    ]);
  });

  test('the file is named as it was asked for, and no name breaks out of the header', async () => {
    const id = await newObject({ name: 'Stored' });
    const nameOf = async (name?: string) =>
      (await send(id, 'writer', name === undefined ? {} : { name })).headers['content-disposition'];
    expect(await nameOf()).toBe(`attachment; filename="Stored.csv"; filename*=UTF-8''Stored.csv`);
    expect(await nameOf('../Ķirsis"\r\nX: y')).toBe(
      `attachment; filename="..__irsis___X_ y.csv"; filename*=UTF-8''.._%C4%B6irsis___X_%20y.csv`,
    );
  });

  test('D-LOG-01: taking a file away is logged', async () => {
    const id = await newObject({ name: 'Logged' });
    await send(id, 'reader');
    await send(id, 'nobody');
    const rows = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'entity_name', 'user_id'])
      .where('entity_id', '=', id)
      .execute();
    expect(rows).toEqual([
      { action: 'OBJECT_EXPORTED', entity_name: 'Logged', user_id: world.own.users.reader.id },
    ]);
  });

  test('texts that have broken other programs come back as they are, or behind an apostrophe', async () => {
    const { strings } = await readHostileTexts();
    const nasty = [...strings.slice(0, 200), 'a\r\nb', '"', '""', ',;', "'", '=cmd|"/C calc"!A0'];
    for (let at = 0; at < nasty.length; at += 20) {
      const data = Object.fromEntries(
        nasty
          .slice(at, at + 20)
          .map((text, index): [string, string] => [`k${index}`, text.slice(0, 900).replaceAll('\0', '')]),
      );
      const pairs = new Map(await readCsv(await newObject({ data })));
      for (const [key, text] of Object.entries(data)) expect([text, `'${text}`]).toContain(pairs.get(key));
    }
  });

  test.skipIf(!hasGdal)('GDAL reads the fields, the texts and the geometry', async () => {
    const name = 'Ūdens "tornis"; =1+1,\nĶekava';
    const id = await newObject({ wkt: 'LINESTRING(0 0,111319.490793274 0)', name, data: { species: '=x' } });
    const folder = mkdtempSync(join(tmpdir(), 'pgis-csv-'));
    for (const language of ['en', 'lv', 'ru']) {
      const file = join(folder, `${language}.csv`);
      writeFileSync(file, (await send(id, 'writer', {}, language)).text);
      const args = ['-f', 'GeoJSON', '/vsistdout/', file, '-oo', 'GEOM_POSSIBLE_NAMES=WKT'];
      const out = execFileSync('ogr2ogr', args, { encoding: 'utf8' });
      const { features } = JSON.parse(out) as {
        features: { properties: Record<string, string>; geometry: unknown }[];
      };
      const [feature] = features;
      expect(feature?.geometry).toEqual({
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 0],
        ],
      });
      expect(Object.values(feature?.properties ?? {})).toContain(name);
      expect(feature?.properties.species).toBe("'=x");
    }
  });
});
