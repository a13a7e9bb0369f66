import { type ErrorBody, limits, type ReportPage } from '@pgis/contract';
import {
  addComment,
  addLayer,
  addObject,
  addObjects,
  describeOnEachDatabase,
  type ObjectRow,
} from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester, requesters } from '../objects/ObjectWorld.ts';

describeOnEachDatabase('the report of a layer', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newLayer = (fields: readonly string[] = ['species'], more = {}) =>
    addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Trees', fields, ...more });
  const add = (classId: number, objects: readonly Partial<ObjectRow>[]) =>
    addObjects(
      getDatabase(),
      objects.map((object) => ({ classId, ...object })),
    );
  const ask = (layer: number, query: Record<string, string> = {}, requester: Requester = 'reader') =>
    world.t.call<ReportPage & ErrorBody>({
      url: `/api/v1/geoms/class-objects/${layer}?${new URLSearchParams(query)}`,
      headers: { ...world.headersOf(requester), 'accept-language': 'en' },
    });
  const namesOf = async (layer: number, query: Record<string, string>) => {
    const { status, json } = await ask(layer, { _sort: 'id', ...query });
    expect(status).toBe(200);
    return json.items.map(({ name }) => name).join(' ');
  };

  test('API-GEOM-13 REP-01 D-REP-02: a field narrows as substring, case-insensitive; totals follow', async () => {
    const layer = await newLayer(['species', 'kadastrs']);
    await add(layer, [
      { name: 'a', data: { species: 'Oak', kadastrs: '01234567890' } },
      { name: 'b', data: { species: 'Red oak' } },
      { name: 'c', data: { species: 'Pine' } },
      { name: 'd', data: {} },
    ]);
    expect(await namesOf(layer, { species: 'OAK' })).toBe('a b');
    expect(await namesOf(layer, { species: '%' })).toBe('');
    expect(await namesOf(layer, { species: ' ' })).toBe('a b c d');
    expect(await namesOf(layer, { species: 'oak', kadastrs: '4567' })).toBe('a');
    const { json } = await ask(layer, { species: 'oak', _size: '1' });
    expect([json.items.length, json.total]).toEqual([1, 2]);
    const refused = await ask(layer, { height: '1' });
    expect([refused.status, refused.json.error, refused.json.errors]).toEqual([
      400,
      'UNKNOWN_FIELD',
      [{ path: 'query/height', code: 'UNKNOWN_FIELD' }],
    ]);
  });

  test('D-REP-01 D-REP-02: a line holds what is known of the object', async () => {
    const layer = await newLayer();
    const { users, companyId } = world.own;
    const id = await addObject(getDatabase(), {
      classId: layer,
      wkt: 'POLYGON((0 0,1000 0,1000 1000,0 1000,0 0))',
      name: 'Ozols',
      description: 'Liels',
      data: { species: 'oak' },
      isPublic: false,
      authorId: users.writer.id,
      userEmail: 'reporter@example.com',
    });
    await addComment(getDatabase(), { geomId: id, content: 'Seen', isPublic: false, status: 'Planned' });
    const { json, text } = await ask(layer);
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(json).toEqual({
      items: [
        {
          id,
          reference: `${companyId}-${id % 2 ** 32}`,
          kind: 'polygon',
          name: 'Ozols',
          description: 'Liels',
          isPublic: false,
          data: { species: 'oak' },
          latestComment: 'Seen',
          status: 'Planned',
          statusType: 'open',
          votes: 0,
          files: 0,
          createdAt: moment,
          updatedAt: moment,
          author: expect.stringMatching(/\S/),
          dueOn: null,
          isOverdue: false,
          lengthM: null,
          // A metre of EPSG:3857 at the equator is a metre on the ground, a little less along the meridian.
          areaM2: expect.closeTo(993_306, -2),
          version: 1,
          extent: [0, 0, 1000, 1000],
          canWrite: false,
          canDelete: false,
        },
      ],
      next: null,
      total: 1,
      sums: { area: expect.closeTo(993_306, -2), length: 0 },
    });
    // D-OBJ-07
    expect(text).not.toContain('reporter@example.com');
    const ofWriter = (await ask(layer, {}, 'writer')).json.items[0];
    expect([ofWriter?.canWrite, ofWriter?.canDelete]).toEqual([true, true]);
  });

  test('D-REP-01: sums measure on the ellipsoid, also of what was imported and of what was moved', async () => {
    const layer = await newLayer();
    const [, line] = await add(layer, [
      { wkt: 'POINT(0 0)' },
      { wkt: 'LINESTRING(0 0,1000 0)' },
      { wkt: 'MULTILINESTRING((0 0,1000 0),(0 9,1000 9))' },
    ]);
    expect((await ask(layer)).json.sums).toEqual({ area: 0, length: expect.closeTo(3_000, 1) });
    await sql`UPDATE geoms SET geom = ST_GeomFromText('LINESTRING(0 0,500 0)', 3857)
      WHERE company_id = ${world.own.companyId} AND id = ${line}`.execute(getDatabase().db);
    expect((await ask(layer)).json.sums?.length).toBeCloseTo(2_500, 1);
  });

  test('D-REP-02: status, dates, text, only mine', async () => {
    const layer = await newLayer(['kadastrs']);
    const [a = 0, b = 0] = await add(layer, [
      { name: 'Liepu 1', authorId: world.own.users.reader.id },
      { name: 'b', description: 'LIEPA' },
      { name: 'c', data: { kadastrs: '01000010001' } },
    ]);
    await addComment(getDatabase(), { geomId: a, content: 'x', isPublic: true, status: 'Done' });
    await addComment(getDatabase(), { geomId: b, content: 'x', isPublic: false, status: 'Planned' });
    await sql`UPDATE geoms SET created_at = '2026-03-01T21:59:59.5Z' WHERE id = ${a}`.execute(
      getDatabase().db,
    );
    await sql`UPDATE geoms SET created_at = '2026-03-01T22:00:00Z' WHERE id = ${b}`.execute(getDatabase().db);
    const { rows } = await sql<{ id: number; name: string }>`SELECT id, name FROM classifiers
      WHERE company_id = ${world.own.companyId} AND kind = 'status'`.execute(getDatabase().db);
    const status = (name: string) => String(rows.find((row) => row.name === name)?.id);
    expect(await namesOf(layer, { _status: status('Done') })).toBe('Liepu 1');
    expect(await namesOf(layer, { _status: `${status('Done')},${status('Planned')}` })).toBe('Liepu 1 b');
    expect(await namesOf(layer, { _status: `${status('Planned')},none` })).toBe('b c');
    // A day begins and ends where the company is: two hours before UTC.
    expect(await namesOf(layer, { _from: '2026-03-01', _to: '2026-03-01' })).toBe('Liepu 1');
    expect(await namesOf(layer, { _from: '2026-03-02', _to: '2026-03-02' })).toBe('b');
    expect(await namesOf(layer, { _to: '2026-03-01T22:00:00Z' })).toBe('Liepu 1 b');
    expect(await namesOf(layer, { _q: 'liep' })).toBe('Liepu 1 b');
    expect(await namesOf(layer, { _mine: 'true' })).toBe('Liepu 1');
  });

  test('DISP-01: a part of a cadastre number finds its parcel', async () => {
    const layer = await newLayer(['kadastrs']);
    await add(layer, [
      { name: 'a', data: { kadastrs: '01000010001' } },
      { name: 'b', data: { kadastrs: '80960020002' } },
    ]);
    expect(await namesOf(layer, { _q: '960020' })).toBe('b');
  });

  test('one object is found by its id, if it passes the rest of the filter', async () => {
    const layer = await newLayer();
    const [first, second] = await add(layer, [
      { name: 'a', data: { species: 'oak' } },
      { name: 'b', data: { species: 'pine' } },
    ]);
    expect(await namesOf(layer, { _id: `${first}`, species: 'oak' })).toBe('a');
    expect(await namesOf(layer, { _id: `${second}`, species: 'oak' })).toBe('');
    expect(await namesOf(await newLayer(), { _id: `${first}` })).toBe('');
  });

  test('an extent and a drawn area narrow the report', async () => {
    const layer = await newLayer();
    await add(layer, [
      { name: 'inside', wkt: 'POINT(10 10)' },
      { name: 'corner', wkt: 'POINT(90 90)' },
      { name: 'across', wkt: 'LINESTRING(20 20,500 500)' },
      { name: 'far', wkt: 'POINT(500 0)' },
    ]);
    expect(await namesOf(layer, { _extent: '0,0,100,100' })).toBe('inside corner across');
    expect(await namesOf(layer, { _within: 'POLYGON((0 0,100 0,0 100,0 0))' })).toBe('inside across');
    const crossing = await ask(layer, { _within: 'POLYGON((0 0,100 100,100 0,0 100,0 0))' });
    expect([crossing.status, crossing.json.error, crossing.json.errors?.[0]?.path]).toEqual([
      400,
      'INVALID_GEOMETRY',
      'query/_within',
    ]);
  });

  test.each([
    ['_from', '2026-02-31'],
    ['_to', 'yesterday'],
    ['_status', 'open'],
    ['_sort', 'geom'],
    ['_sort', '-'],
    ['_after', 'bm9uc2Vuc2U'],
    ['_after', Buffer.from('["x","1"]').toString('base64url')],
    ['_id', 'x'],
    ['_id', '12345678901234567'],
    ['_extent', '1,2,3'],
    ['_extent', '10,0,0,0'],
    ['_size', '101'],
    ['_size', '0'],
    ['_page', '10001'],
    ['_nonsense', '1'],
    ['_q', 'x'.repeat(101)],
  ])('D-ERR-01: %s=%s is refused by its name', async (key, value) => {
    const { status, json } = await ask(await newLayer(), { [key]: value });
    expect([status, json.error, json.errors?.map(({ path }) => path)]).toEqual([
      400,
      'VALIDATION',
      [`query/${key}`],
    ]);
  });

  test('limits hold at N', async () => {
    const layer = await newLayer();
    const widest = { _size: '100', _page: '10000', _q: 'x'.repeat(100) };
    expect((await ask(layer, widest)).status).toBe(200);
    // Tests a drawn area of the maximum length, and one longer by a character.
    const area = (length: number) => {
      const points = '1 1,'.repeat(Math.floor(length / 4) - 10);
      const wkt = `POLYGON((0 0,9 0,${points}0 0))`;
      return `POLYGON(${' '.repeat(length - wkt.length)}${wkt.slice(8)}`;
    };
    const { reportAreaLength } = limits;
    expect([
      area(reportAreaLength).length,
      (await ask(layer, { _within: area(reportAreaLength) })).status,
    ]).toEqual([reportAreaLength, 200]);
    const over = await ask(layer, { _within: area(reportAreaLength + 1) });
    expect([over.status, over.json.errors]).toEqual([400, [{ path: 'query/_within', code: 'TOO_LONG' }]]);
  });

  /** Reads all pages by the cursor. */
  async function walk(layer: number, query: Record<string, string>): Promise<string[]> {
    const names: string[] = [];
    let after: string | null | undefined;
    do {
      const { json, status } = await ask(layer, {
        ...query,
        _size: '3',
        _totals: 'false',
        ...(after && { _after: after }),
      });
      expect([status, json.total, json.sums]).toEqual([200, null, null]);
      names.push(...json.items.map(({ name }) => name));
      after = json.next;
    } while (after);
    return names;
  }

  test('D-REP-01: every sort goes through all rows once, both ways, whatever is equal or missing', async () => {
    const layer = await newLayer(['species']);
    const values = ['10', '9', '9,5', '-1', 'oak', 'Āboli', '', 'oak', '1e5', 'Infinity', '9'];
    const ids = await add(
      layer,
      values.map((species, index) => ({
        name: `n${index % 4}${String.fromCodePoint(0x100 + index)}`,
        description: String(index % 2),
        wkt: index % 2 === 0 ? `LINESTRING(0 0,${index + 1} 0)` : `POLYGON((0 0,${index} 0,0 9,0 0))`,
        data: Object.fromEntries(species === '' ? [] : [['species', species]]),
        isPublic: index % 3 === 0,
        ...(index % 3 === 1 && { authorId: world.own.users.writer.id }),
      })),
    );
    await addComment(getDatabase(), { geomId: ids[3] ?? 0, content: 'x', isPublic: true, status: 'Done' });
    const sorts = ['id', 'name', 'description', 'public', 'status', 'votes', 'added', 'changed', 'author'];
    for (const sort of [...sorts, 'length', 'area', 'data.species']) {
      const up = await walk(layer, { _sort: sort });
      expect([sort, new Set(up).size, up.length]).toEqual([sort, values.length, values.length]);
      expect(await walk(layer, { _sort: `-${sort}` })).toEqual(up.toReversed());
    }
    const species = async (sort: string) =>
      (await ask(layer, { _sort: sort, _size: '100' })).json.items.map(({ data }) => data.species ?? '');
    expect(await species('data.species')).toEqual([
      '-1',
      '9',
      '9',
      '9,5',
      '10',
      '',
      '1e5',
      'Infinity',
      'oak',
      'oak',
      'Āboli',
    ]);
  });

  test('D-REP-01: what is a number stands by its size, and what only looks like one is text', async () => {
    const numbers = [
      '-12.5',
      '-3',
      '-0',
      '0',
      '.5',
      '00.7',
      '+1,5',
      '5.',
      '12',
      '0012345678901',
      '9'.repeat(25),
    ];
    const texts = [
      '',
      '+',
      '-',
      '--1',
      '-.',
      '.',
      '1 2',
      '1-2',
      '1.2.3',
      '1e3',
      '2025-12-01',
      '2026-11-22',
      '-5-',
      `1--${'2'.repeat(60)}`,
      '5-',
      '9'.repeat(26),
      'nan',
      '½',
      '٣',
    ];
    const layer = await newLayer(['size']);
    await add(
      layer,
      [...numbers, ...texts].toReversed().map((size) => ({ name: size, data: { size } })),
    );
    const bySigns = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const sorted = [...numbers, ...bySigns];
    expect(await walk(layer, { _sort: 'data.size' })).toEqual(sorted);
    expect(await walk(layer, { _sort: '-data.size' })).toEqual(sorted.toReversed());
  });

  test('the newest stand first by default, and pages can be counted', async () => {
    const layer = await newLayer();
    const ids = await add(layer, [{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    for (const [index, id] of ids.entries())
      await sql`UPDATE geoms SET created_at = ${new Date(Date.UTC(2026, 0, index + 1))} WHERE id = ${id}`.execute(
        getDatabase().db,
      );
    const page = async (number: number) =>
      (await ask(layer, { _size: '2', _page: String(number) })).json.items.map(({ name }) => name);
    expect([await page(1), await page(2), await page(3)]).toEqual([['c', 'b'], ['a'], []]);
  });

  test('D-CLS-05 D-CLS-06: a view shows the objects of its source that pass its filter', async () => {
    const source = await newLayer();
    await add(source, [
      { name: 'a', data: { species: 'oak' } },
      { name: 'b', data: { species: 'pine' } },
    ]);
    const view = await newLayer([], {
      sourceId: source,
      ruleset: { condition: 'and', rules: [{ field: 'species', operator: '=', value: 'pine' }] },
    });
    expect(await namesOf(view, {})).toBe('b');
    expect(await namesOf(view, { species: 'oak' })).toBe('');
  });

  test.each(requesters)(
    'D-PERM-01 D-PERM-02 D-PERM-06: who reads the report of which layer: %s',
    async (requester) => {
      const open = await newLayer([], { allObjectsPublic: true });
      const closed = await newLayer([], { allObjectsPublic: false });
      const elsewhere = await addLayer(getDatabase(), {
        groupId: world.forestsGroup,
        allObjectsPublic: true,
      });
      const foreign = await addLayer(getDatabase(), { groupId: world.foreignGroup, allObjectsPublic: true });
      const statuses: number[] = [];
      for (const layer of [open, closed, elsewhere, foreign, 999_999])
        statuses.push((await ask(layer, {}, requester)).status);
      const expected: Readonly<Record<Requester, readonly number[]>> = {
        visitor: [401, 401, 401, 401, 401],
        foreigner: [403, 404, 403, 200, 404],
        nobody: [403, 403, 403, 403, 404],
        reader: [200, 200, 403, 403, 404],
        writer: [200, 200, 403, 403, 404],
        unitAdmin: [200, 200, 403, 403, 404],
        moduleAdmin: [200, 200, 200, 403, 404],
      };
      expect(statuses).toEqual(expected[requester]);
    },
  );
});
