import { limits } from '@pgis/contract';
import { addLayer, describeOnEachDatabase, fuzzInputs, fuzzRuns } from '@pgis/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld } from './ObjectWorld.ts';
import { readHostileTexts } from './readHostileTexts.ts';

const nasty = await readHostileTexts();

describeOnEachDatabase('hostile input', (getDatabase) => {
  let world: ObjectWorld;
  let layerId: number;
  let objectId: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layerId = await addLayer(getDatabase(), { groupId: world.roadsGroup, fields: ['state'] });
    objectId = (await send('POST', 'add', { ...validBody, classId: layerId })).json.id ?? 0;
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const validBody = { wkt: 'POINT(1 2)', name: 'Address', description: 'Topic' };
  const load = { minx: 0, miny: 0, maxx: 1, maxy: 1, zoom: 10 };
  const send = (method: 'POST' | 'PUT', path: string, payload: unknown) =>
    world.t.call<{ id?: number; name: string; data: string; error?: string }>({
      method,
      url: `/api/v1/geoms/${path}`,
      headers: { ...world.headersOf('writer'), 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const runs = () => ({ numRuns: fuzzRuns(getDatabase(), 60) });

  test('whatever JSON comes as a body, no call answers 5xx', async () => {
    const calls = ['add', 'points', 'lines', 'polygons', 'features', 'nearestgeom'];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), fc.json({ maxDepth: 4 }), async (call, body) => {
        expect((await send('POST', call, body)).status).toBeLessThan(500);
      }),
      runs(),
    );
  });

  const anyValue = fc.anything({ withBigInt: false, withDate: false });
  /** A body with one property replaced by anything. */
  const spoiled = (body: Record<string, unknown>) =>
    fc
      .tuple(fc.constantFrom(...Object.keys(body)), anyValue)
      .map(([key, value]) => ({ ...body, [key]: value }));

  test('whatever stands in one property, add and update answer no 5xx', async () => {
    const body = { ...validBody, classId: layerId, isPublic: true, data: '{}', userEmail: '' };
    await fc.assert(
      fc.asyncProperty(spoiled(body), async (sent) => {
        expect((await send('POST', 'add', sent)).status).toBeLessThan(500);
        const { userEmail: _, ...rest } = sent;
        expect((await send('PUT', `${objectId}`, rest)).status).toBeLessThan(500);
      }),
      runs(),
    );
  });

  test('whatever stands in one property, the reading calls answer no 5xx', async () => {
    const filter = [{ classId: layerId, field: 'state', value: 'x' }];
    const body = { ...load, classifiers: [layerId], geometriesLoaded: [1], objectFilter: filter };
    const point = { x: 0, y: 0, zoom: 10, classifiers: [layerId], objectFilter: filter };
    await fc.assert(
      fc.asyncProperty(spoiled(body), spoiled(point), async (sent, at) => {
        expect((await send('POST', 'points', sent)).status).toBeLessThan(500);
        expect((await send('POST', 'nearestgeom', at)).status).toBeLessThan(500);
      }),
      runs(),
    );
  });

  test('any numbers as extent, zoom and place answer no 5xx', async () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.constantFrom(0, -0),
    );
    const extent = fc.record({ minx: number, miny: number, maxx: number, maxy: number });
    const zoom = fc.double({ min: 0, max: 28, noNaN: true });
    await fc.assert(
      fc.asyncProperty(extent, zoom, number, number, async (box, z, x, y) => {
        const classifiers = [layerId];
        expect((await send('POST', 'points', { ...box, zoom: z, classifiers })).status).toBeLessThan(500);
        expect((await send('POST', 'features', { ...box, zoom: z, classifiers })).status).toBeLessThan(500);
        expect((await send('POST', 'nearestgeom', { x, y, zoom: z, classifiers })).status).toBeLessThan(500);
      }),
      runs(),
    );
  });

  test('texts of any characters are refused or come back as they were', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(text, text, async (name, state) => {
        const sent = { ...validBody, classId: layerId, name, data: JSON.stringify({ state }) };
        const { status, json } = await send('POST', 'add', sent);
        expect([201, 400]).toContain(status);
        statuses.add(status);
        if (status !== 201) return;
        const read = await world.t.call<{ name: string; data: string }>({
          method: 'GET',
          url: `/api/v1/geoms/${json.id}`,
          headers: world.headersOf('writer'),
        });
        expect([read.json.name, JSON.parse(read.json.data)]).toEqual([name.trim(), { state }]);
      }),
      {
        ...runs(),
        examples: [
          ['Oak', 'good'],
          ['\0', 'good'],
        ],
      },
    );
    expect([...statuses].sort()).toEqual([201, 400]);
  });

  const word = fc.constantFrom(
    'POINT',
    'LINESTRING',
    'POLYGON',
    'MULTIPOLYGON',
    'EMPTY',
    'Z',
    'SRID=1;',
    'CURVE',
    '(',
    ')',
  );
  const token = fc.oneof(
    word,
    fc.constantFrom('(', ')', ',', ' ', '((', '))'),
    fc.double().map(String),
    fc.string(),
  );
  test('whatever stands as WKT, the answer is 201 or 400', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 30 }), async (tokens) => {
        const { status } = await send('POST', 'add', {
          ...validBody,
          classId: layerId,
          wkt: tokens.join(''),
        });
        expect(status === 201 || status === 400).toBe(true);
      }),
      runs(),
    );
  });

  test('a ring crossing itself 10 000 times is refused in a moment and nothing grows', async () => {
    const vertices = Array.from(
      { length: 19_998 },
      (_, i) => `${i % 2 === 0 ? i : 20_000 - i} ${(i * 7919) % 20_011}`,
    );
    const wkt = `POLYGON((${[...vertices, vertices[0]].join(',')}))`;
    const { status, json } = await send('POST', 'add', { ...validBody, classId: layerId, wkt });
    expect([status, json.error]).toEqual([400, 'INVALID_GEOMETRY']);
  });

  test.each([
    ['add', limits.bodyBytes.geometry],
    ['points', limits.bodyBytes.load],
  ])('a body of %s one byte past %d bytes is 413', async (call, bytes) => {
    const body = JSON.stringify({ ...validBody, ...load, classifiers: [] });
    expect((await send('POST', call, body.padEnd(bytes, ' '))).status).not.toBe(413);
    expect((await send('POST', call, body.padEnd(bytes + 1, ' '))).status).toBe(413);
  });

  test.skipIf(nasty.wkts.length === 0)(`files of bad WKT (${nasty.note}) are refused or read`, async () => {
    for (const wkt of fuzzInputs(getDatabase(), nasty.wkts)) {
      const { status } = await send('POST', 'add', { ...validBody, classId: layerId, wkt });
      expect([wkt.slice(0, 80), status === 201 || status === 400]).toEqual([wkt.slice(0, 80), true]);
    }
  });

  test.skipIf(nasty.strings.length === 0)(
    `naughty strings (${nasty.note}) come back as they were`,
    async () => {
      for (const text of fuzzInputs(getDatabase(), nasty.strings)) {
        const sent = { ...validBody, classId: layerId, data: JSON.stringify({ state: text }) };
        const { status, json } = await send('POST', 'add', sent);
        expect([text, status]).toEqual([text, 201]);
        const { data } = (
          await world.t.call<{ data: string }>({
            method: 'GET',
            url: `/api/v1/geoms/${json.id}`,
            headers: world.headersOf('writer'),
          })
        ).json;
        expect(JSON.parse(data)).toEqual({ state: text });
      }
    },
  );
});
