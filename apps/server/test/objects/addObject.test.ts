import { type ErrorBody, type Geom, type LoadReply, limits } from '@pgis/contract';
import { addLayer, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, newAddress, type ObjectWorld, type Requester, requesters } from './ObjectWorld.ts';
import { toCookieHeader } from './toCookieHeader.ts';

const line = 'LINESTRING(0 0,10 10)';
const polygon = 'POLYGON((0 0,10 0,10 10,0 0))';

describeOnEachDatabase('adding objects', (getDatabase) => {
  let world: ObjectWorld;
  let open: number;
  let closed: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    const fields = ['state', 'Nr.'];
    open = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      fields,
      allowPublicRegistration: true,
    });
    closed = await addLayer(getDatabase(), { groupId: world.roadsGroup, fields });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const add = (
    body: Record<string, unknown>,
    requester: Requester = 'writer',
    headers: Record<string, string> = {},
  ) =>
    world.t.call<{ id: number } & ErrorBody>({
      method: 'POST',
      url: '/api/v1/geoms/add',
      headers: { ...newAddress(), ...world.headersOf(requester), ...headers },
      payload: { wkt: 'POINT(1 2)', name: 'Address', description: 'Topic', classId: open, ...body },
    });
  const get = async (id: number, requester: Requester = 'moduleAdmin') => {
    const { json } = await world.t.call<Geom>({
      method: 'GET',
      url: `/api/v1/geoms/${id}`,
      headers: world.headersOf(requester),
    });
    return json;
  };
  const rowOf = (id: number) =>
    getDatabase().db.selectFrom('geoms').selectAll().where('id', '=', id).executeTakeFirst();
  const countRows = async () => {
    const { count } = await getDatabase()
      .db.selectFrom('geoms')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };
  const auditOf = (id: number) =>
    getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'user_name', 'unit_id', 'entity_name', 'details', 'request_id'])
      .where('entity', '=', 'object')
      .where('entity_id', '=', id)
      .execute();

  test('API-GEOM-01 DATA-09: adding stores everything sent and answers 201 with the new id', async () => {
    const { status, json } = await add({
      wkt: 'POINT(2670451.123456789 7740001.5)',
      name: '  Brīvības iela 1  ',
      description: ' Bedre ',
      isPublic: false,
      data: '{"state":"bad","Nr.":7.25}',
      userEmail: ' reporter@example.com ',
    });
    expect([status, Object.keys(json)]).toEqual([201, ['id']]);
    expect(await get(json.id)).toMatchObject({
      id: json.id,
      wkt: 'POINT(2670451.123456789 7740001.5)',
      name: 'Brīvības iela 1',
      description: 'Bedre',
      classId: open,
      isPublic: false,
      userEmail: 'reporter@example.com',
      upvoteCount: 0,
      version: 1,
    });
    expect(JSON.parse((await get(json.id)).data)).toEqual({ state: 'bad', 'Nr.': 7.25 });
  });

  test('D-LOG-01: the audit row says who added what, without the reporter’s e-mail', async () => {
    const { json, headers } = await add({ userEmail: 'reporter@example.com', data: '{"state":"bad"}' });
    const rows = await auditOf(json.id);
    expect(rows).toMatchObject([
      {
        action: 'OBJECT_ADDED',
        user_name: 'writer',
        unit_id: world.own.units.roads,
        entity_name: 'Address',
        request_id: headers['x-request-id'],
        details: { new: { classId: open, name: 'Address', data: { state: 'bad' }, isPublic: false } },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('reporter@');
  });

  test('the layer knows from then on which kinds it holds', async () => {
    const layerId = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    const kindsOf = async () => {
      const { json } = await world.t.call<{ kinds: string[] }>({
        method: 'GET',
        url: `/api/v1/classifiers/single/${layerId}`,
      });
      return json.kinds;
    };
    expect(await kindsOf()).toEqual([]);
    await add({ classId: layerId, wkt: polygon });
    await add({ classId: layerId });
    expect(await kindsOf()).toEqual(['point', 'polygon']);
  });

  test('D-OBJ-02: a new object is in the next load', async () => {
    const layerId = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    const { json } = await add({ classId: layerId, wkt: line });
    const load = await world.t.call<LoadReply>({
      method: 'POST',
      url: '/api/v1/geoms/lines',
      headers: world.headersOf('writer'),
      payload: { minx: 0, miny: 0, maxx: 9, maxy: 9, zoom: 18, classifiers: [layerId] },
    });
    expect(load.json.features).toMatchObject([{ id: json.id, canWrite: true, canDelete: true }]);
  });

  const allowed = {
    'point in an open layer': [...requesters],
    'line in an open layer': ['writer', 'unitAdmin', 'moduleAdmin'],
    'point in a closed layer': ['writer', 'unitAdmin', 'moduleAdmin'],
  } as const;
  test.each(requesters)('D-PERM-06 D-OBJ-04: what %s may add', async (requester) => {
    const tries = {
      'point in an open layer': { classId: open, wkt: 'MULTIPOINT((1 1),(2 2))' },
      'line in an open layer': { classId: open, wkt: line },
      'point in a closed layer': { classId: closed },
    };
    for (const [name, body] of Object.entries(tries)) {
      const isAllowed = (allowed[name as keyof typeof tries] as readonly Requester[]).includes(requester);
      const { status, json } = await add(body, requester);
      const refusal = requester === 'visitor' ? [401, 'NOT_SIGNED_IN'] : [403, 'FORBIDDEN'];
      expect([name, status, json.error]).toEqual([name, ...(isAllowed ? [201, undefined] : refusal)]);
    }
  });

  test.each(requesters)(
    'DRAW-10 D-OBJ-04: whose objects are public, asked for or not: %s',
    async (requester) => {
      const isForced = (['visitor', 'foreigner', 'nobody'] as readonly Requester[]).includes(requester);
      const { json } = await add({ isPublic: false }, requester);
      expect((await rowOf(json.id))?.is_public).toBe(isForced);
      const withoutFlag = await add({}, requester);
      expect((await rowOf(withoutFlag.json.id))?.is_public).toBe(isForced);
    },
  );

  test.each([
    ['absent', () => open + 999_999],
    [
      'private and of another company',
      () => addLayer(getDatabase(), { groupId: world.roadsGroup, allObjectsPublic: false }),
    ],
    ['a group', () => world.foreignGroup],
    ['a status', () => 3],
  ])('D-PERM-02: a layer that is %s is the same problem of the request', async (_, makeId) => {
    const { status, json } = await add({ classId: await makeId() }, 'foreigner');
    expect([status, json.error, json.errors]).toEqual([
      400,
      'VALIDATION',
      [{ path: '/classId', code: 'UNKNOWN_LAYER' }],
    ]);
  });

  test('D-CLS-05: what is drawn into a view belongs to its source, whose rights decide', async () => {
    const view = await addLayer(getDatabase(), {
      groupId: world.forestsGroup,
      sourceId: open,
      allowPublicRegistration: true,
    });
    const shut = await addLayer(getDatabase(), { groupId: world.roadsGroup, sourceId: open });
    const { json } = await add({ classId: view, data: '{"state":"bad"}' }, 'visitor');
    expect((await rowOf(json.id))?.class_id).toBe(open);
    expect((await add({ classId: view, wkt: line }, 'writer')).status).toBe(201);
    expect((await add({ classId: shut }, 'visitor')).status).toBe(401);
  });

  test.each([
    ['name', 40],
    ['description', 50],
    ['userEmail', 50],
  ])('D-OBJ-04: %s takes %d UTF-16 units after trimming, and not one more', async (property, max) => {
    const start = property === 'userEmail' ? 'ā@' : 'āā';
    const longest = `${start}${'ā'.repeat(max - 4)}😀`;
    const fits = await add({ [property]: `  ${longest}  ` });
    expect(fits.status).toBe(201);
    const over = await add({ [property]: `${longest}x` });
    expect([over.status, over.json.errors]).toEqual([400, [{ path: `/${property}`, code: 'TOO_LONG' }]]);
  });

  test.each(['reporter', '@example.lv', 'reporter@', 'a b@example.lv', 'a@b@c'])(
    'D-OBJ-07: the e-mail %s cannot be an address: 400, and no report that nobody hears of',
    async (userEmail) => {
      const { status, json } = await add({ userEmail }, 'visitor');
      expect([status, json.errors]).toEqual([400, [{ path: '/userEmail', code: 'WRONG_FORMAT' }]]);
    },
  );

  test.each([null, '', '  ', ' ziņotājs@piemērs.lv '])(
    'D-OBJ-07: the e-mail %j is accepted',
    async (userEmail) => {
      expect((await add({ userEmail })).status).toBe(201);
    },
  );

  test.each(['name', 'description'])('%s may not be empty or blank', async (property) => {
    const { status, json } = await add({ [property]: '   ' });
    expect([status, json.errors]).toEqual([400, [{ path: `/${property}`, code: 'TOO_SHORT' }]]);
  });

  test('an unknown property is 400 and names it', async () => {
    const { status, json } = await add({ authorId: 1, version: 9 });
    expect([status, json.errors]).toEqual([
      400,
      [
        { path: '/authorId', code: 'UNKNOWN_PROPERTY' },
        { path: '/version', code: 'UNKNOWN_PROPERTY' },
      ],
    ]);
  });

  const fieldsOf = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
  const objectOf = (keys: readonly string[], value: unknown = 'x') =>
    JSON.stringify(Object.fromEntries(keys.map((key) => [key, value])));

  test('data takes 100 keys, values of 4 000 and 65 536 bytes, and not one more', async () => {
    const layerId = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      legacy: { fields: [...fieldsOf(101), 'k'.repeat(64), 'k'.repeat(65)] },
    });
    const addData = async (data: string) => {
      const { status, json } = await add({ classId: layerId, data });
      return [status, ...(json.errors ?? []).map(({ path, code }) => `${path} ${code}`)];
    };
    expect(await addData(objectOf(fieldsOf(100)))).toEqual([201]);
    expect(await addData(objectOf(fieldsOf(101)))).toEqual([400, '/data TOO_MANY']);
    expect(await addData(objectOf(['k'.repeat(64)]))).toEqual([201]);
    expect(await addData(objectOf(['k'.repeat(65)]))).toEqual([400, `/data/${'k'.repeat(65)} TOO_LONG`]);
    expect(await addData(objectOf(['f0'], 'ā'.repeat(4_000)))).toEqual([201]);
    expect(await addData(objectOf(['f0'], 'ā'.repeat(4_001)))).toEqual([400, '/data/f0 TOO_LONG']);
    const filled = objectOf(fieldsOf(33), 'x'.repeat(1_900));
    const padded = filled.padEnd(limits.data.bytes, ' ');
    expect(padded).toHaveLength(limits.data.bytes);
    expect(await addData(padded)).toEqual([201]);
    expect(await addData(`${padded} `)).toEqual([400, '/data TOO_LONG']);
    // This text has as many characters, but more bytes.
    expect(await addData(padded.replace('xx', 'xā'))).toEqual([400, '/data TOO_LONG']);
  });

  test.each([
    ['not JSON', '{state', '/data', 'INVALID_JSON'],
    ['empty', '', '/data', 'INVALID_JSON'],
    ['a list', '["state"]', '/data', 'WRONG_TYPE'],
    ['null', 'null', '/data', 'WRONG_TYPE'],
    ['nested', '{"state":{"a":1}}', '/data/state', 'WRONG_TYPE'],
    ['a list of values', '{"state":["a"]}', '/data/state', 'WRONG_TYPE'],
    ['an endless number', '{"state":1e999}', '/data/state', 'OUT_OF_RANGE'],
    ['a prototype', '{"__proto__":{"a":1}}', '/data', 'INVALID_JSON'],
    ['a constructor', '{"constructor":{"prototype":{"a":1}}}', '/data', 'INVALID_JSON'],
    ['NUL', '{"state":"a\\u0000b"}', '/data/state', 'NOT_ALLOWED'],
    ['half a character', '{"state":"\\ud800"}', '/data/state', 'NOT_ALLOWED'],
    ['a key without name', '{"":"x"}', '/data/', 'TOO_SHORT'],
  ])('data that is %s is 400', async (_, data, path, code) => {
    const { status, json } = await add({ data });
    expect([status, json.errors]).toEqual([400, [{ path, code }]]);
  });

  test('data with keys that are no fields of the layer is 400, and every one is named', async () => {
    const { status, json } = await add({ data: '{"state":"ok","State":1,"a/b~c":2}' });
    expect([status, json.error, json.errors]).toEqual([
      400,
      'UNKNOWN_FIELD',
      [
        { path: '/data/State', code: 'UNKNOWN_FIELD' },
        { path: '/data/a~1b~0c', code: 'UNKNOWN_FIELD' },
      ],
    ]);
  });

  test('D-OBJ-04: markup in texts is stored and returned as it came', async () => {
    const text = '<img src=x onerror=alert(1)>';
    const { json } = await add({ name: text, data: JSON.stringify({ state: `${text}'";--` }) });
    const geom = await get(json.id);
    expect(geom.name).toBe(text);
    expect(JSON.parse(geom.data)).toEqual({ state: `${text}'";--` });
  });

  test.each([
    ['no WKT', 'POIN(1 2)'],
    ['without vertices', 'POINT EMPTY'],
    ['of another system', 'SRID=4326;POINT(1 2)'],
    ['three-dimensional', 'POINT Z(1 2 3)'],
    ['a collection', 'GEOMETRYCOLLECTION(POINT(1 2))'],
    ['outside the world', 'POINT(20037509 0)'],
    ['not finite', 'POINT(NaN 1)'],
    ['crossing itself', 'POLYGON((0 0,10 10,10 0,0 10,0 0))'],
    ['open', 'POLYGON((0 0,10 0,10 10))'],
    ['a line without length', 'LINESTRING(5 5,5 5)'],
    ['a hole outside', 'POLYGON((0 0,9 0,9 9,0 0),(20 20,21 20,21 21,20 20))'],
    ['two overlapping parts', 'MULTIPOLYGON(((0 0,9 0,9 9,0 0)),((1 1,8 1,8 7,1 1)))'],
  ])('a geometry that is %s is 400 and never repaired', async (_, wkt) => {
    const before = await countRows();
    const { status, json } = await add({ wkt });
    expect([status, json.error, json.errors]).toEqual([
      400,
      'INVALID_GEOMETRY',
      [{ path: '/wkt', code: 'INVALID_GEOMETRY' }],
    ]);
    expect(await countRows()).toBe(before);
  });

  test('20 000 vertices are accepted, and not one more', async () => {
    const zigzag = (count: number) =>
      `LINESTRING(${Array.from({ length: count }, (_, index) => `${index} ${index % 2}`).join(',')})`;
    const fits = await add({ wkt: zigzag(20_000) });
    expect(fits.status).toBe(201);
    expect((await get(fits.json.id)).wkt).toBe(zigzag(20_000));
    expect((await add({ wkt: zigzag(20_001) })).json.error).toBe('INVALID_GEOMETRY');
  });

  test('D-OBJ-04: a visitor’s address adds 10 in an hour, the 11th waits; a user and another address do not', async () => {
    const address = newAddress();
    for (let count = 0; count < limits.anonymousAddsPerHour; count += 1)
      expect((await add({}, 'visitor', address)).status).toBe(201);
    // A refused request does not count towards the limit.
    expect((await add({ wkt: 'POIN' }, 'visitor', address)).status).toBe(400);
    const before = await countRows();
    const over = await add({}, 'visitor', address);
    expect([over.status, over.json.error]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(3_500);
    expect(await countRows()).toBe(before);
    expect((await add({}, 'reader', address)).status).toBe(201);
    expect((await add({}, 'visitor')).status).toBe(201);
    world.t.clock.advance(3_601);
    expect((await add({}, 'visitor', address)).status).toBe(201);
    world.t.clock.advance(-3_601);
  });

  test('D-OBJ-04: eleven visitors’ adds at once from one address leave ten objects', async () => {
    const address = newAddress();
    const before = await countRows();
    const answers = await Promise.all(Array.from({ length: 11 }, () => add({}, 'visitor', address)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 429]);
    expect(await countRows()).toBe(before + 10);
  });

  test('a visitor who adds is known by a signed cookie from then on', async () => {
    const first = await add({}, 'visitor');
    const { cookie } = toCookieHeader(first.headers);
    const second = await add({}, 'visitor', { cookie });
    const [a, b] = [await rowOf(first.json.id), await rowOf(second.json.id)];
    expect(a?.visitor_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(b?.visitor_id).toBe(a?.visitor_id);
    const forged = await add({}, 'visitor', {
      cookie: cookie.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA')),
    });
    expect((await rowOf(forged.json.id))?.visitor_id).not.toBe(a?.visitor_id);
  });

  test('D-OBJ-05: the same Idempotency-Key adds once, and answers the same id', async () => {
    for (const requester of ['writer', 'visitor'] as const) {
      const headers = { 'idempotency-key': `tap-twice-${requester}`, ...newAddress() };
      const first = await add({}, requester, headers);
      const before = await countRows();
      const again = await add({}, requester, headers);
      expect([again.status, again.json.id]).toEqual([201, first.json.id]);
      expect(await countRows()).toBe(before);
      expect(await auditOf(first.json.id)).toHaveLength(1);
    }
  });

  test('D-OBJ-05: two requests with one key at the same moment add one object', async () => {
    for (const requester of ['writer', 'visitor'] as const) {
      const headers = { 'idempotency-key': `same-moment-${requester}`, ...newAddress() };
      const before = await countRows();
      const answers = await Promise.all(Array.from({ length: 4 }, () => add({}, requester, headers)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
      expect(await countRows()).toBe(before + 1);
    }
  });

  test('D-OBJ-05: a visitor’s retry is recognised by the address or the cookie', async () => {
    const key = { 'idempotency-key': 'visitor-retry-1' };
    const home = newAddress();
    const first = await add({}, 'visitor', { ...key, ...home });
    const lost = await add({}, 'visitor', { ...key, ...home });
    expect(lost.json.id).toBe(first.json.id);
    const known = toCookieHeader(first.headers);
    const second = await add({ name: 'From the bus' }, 'visitor', {
      'idempotency-key': 'visitor-retry-2',
      ...known,
    });
    const moved = await add({ name: 'From the bus' }, 'visitor', {
      'idempotency-key': 'visitor-retry-2',
      ...known,
    });
    expect(moved.json.id).toBe(second.json.id);
  });

  test('D-OBJ-05: a key for another request is 409, and another sender’s key means nothing', async () => {
    const key = { 'idempotency-key': 'one-key-12345' };
    const first = await add({}, 'writer', key);
    const other = await add({ name: 'Something else' }, 'writer', key);
    expect([other.status, other.json.error]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const another = await add({ name: 'Something else' }, 'unitAdmin', key);
    expect(another.status).toBe(201);
    expect(another.json.id).not.toBe(first.json.id);
  });

  test.each([
    [7, 400],
    [8, 201],
    [128, 201],
    [129, 400],
  ])('an Idempotency-Key of %d characters answers %d', async (length, expected) => {
    expect((await add({}, 'writer', { 'idempotency-key': 'x'.repeat(length) })).status).toBe(expected);
  });

  test('D-OBJ-05: an add that failed leaves its key free', async () => {
    const key = { 'idempotency-key': 'failed-before' };
    expect((await add({ wkt: 'POLYGON((0 0,9 9,9 0,0 9,0 0))' }, 'writer', key)).status).toBe(400);
    expect((await add({}, 'writer', key)).status).toBe(201);
  });
});
