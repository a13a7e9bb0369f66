import {
  addLayer,
  addObjects,
  describeOnEachDatabase,
  fuzzRuns,
  mapQuery,
  type TestApp,
} from '@pgis/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeImageWorld, plainStyle } from './ImageWorld.ts';

/** Returns a seeded generator, so that every run uses the same numbers. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const [left, bottom, sideM] = [2_595_000, 7_580_000, 1_000];
const numbers = [
  '0',
  '-0',
  '1',
  '-1',
  '1e308',
  '-1e308',
  'NaN',
  'Infinity',
  '1e-320',
  '0x10',
  '90',
  '-90',
  '180',
  '99999999',
];
const texts = [
  '',
  ' ',
  ',',
  ',,,,',
  '%',
  '%00',
  '\u0000',
  '\uFFFF',
  '\uD800',
  '<script>',
  "' OR 1=1 --",
  '"; DROP TABLE geoms',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'a'.repeat(3_000),
  '1'.repeat(400),
  '\u202e',
  'é',
  '{"a":1}',
  '[]',
  ...numbers,
];

describeOnEachDatabase('Hostile requests of images', (getDatabase) => {
  let server: TestApp;
  let id: number;

  beforeAll(async () => {
    const world = await makeImageWorld(getDatabase(), 'Hostile');
    server = world.server;
    id = await addLayer(getDatabase(), {
      groupId: world.groupId,
      fields: ['use'],
      geomStyle: JSON.stringify(plainStyle('rgba(255,0,0,1)')),
    });
    const square = `POLYGON((${left} ${bottom},${left + sideM} ${bottom},${left + sideM} ${bottom + sideM},${left} ${bottom}))`;
    await addObjects(getDatabase(), [{ classId: id, wkt: square }]);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const good: Readonly<Record<string, Readonly<Record<string, string>>>> = (() => {
    const { SERVICE, REQUEST, ...map } = mapQuery('ID_polygons', [
      left,
      bottom,
      left + sideM,
      bottom + sideM,
    ]);
    return {
      GetMap: map,
      GetFeatureInfo: {
        ...map,
        QUERY_LAYERS: 'ID_polygons',
        I: '5',
        J: '5',
        INFO_FORMAT: 'text/html',
      },
      GetLegendGraphic: { LAYER: 'ID_polygons' },
      GetCapabilities: {},
    };
  })();

  it('API-WMS-01: whatever the parameters say, the answer is an image or a clear refusal, never a fault of the server', async () => {
    const random = makeRandom(7);
    const any = (list: readonly string[]) => list[random(list.length)] ?? '';
    const extra = [
      'EXCEPTIONS',
      'DPI',
      'TRANSPARENT',
      'BGCOLOR',
      '_field',
      '_value',
      '_class',
      '_hide',
      'SRS',
      'TIME',
      'FEATURE_COUNT',
    ];
    const statuses = new Set<number>();
    const rounds = fuzzRuns(getDatabase(), 300);
    for (let round = 0; round < rounds; round++) {
      const [REQUEST = '', of = {}] = Object.entries(good)[random(4)] ?? [];
      const query: Record<string, string> = { SERVICE: 'WMS', REQUEST };
      for (const [name, value] of Object.entries(of)) query[name] = value.replace('ID', String(id));
      for (let change = 0; change <= random(2); change++) {
        const name = any([...Object.keys(query), ...extra]);
        query[name] = random(3) === 0 ? Array.from({ length: 4 }, () => any(numbers)).join() : any(texts);
      }
      if (random(8) === 0) query.CRS = any(['EPSG:4326', 'EPSG:3059', 'CRS:84', 'epsg:3857']);
      const search = Object.entries(query).map(
        ([name, value]) =>
          `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed()).replace('%25', random(2) === 0 ? '%' : '%25')}`,
      );
      const url = `/api/v1/proxy/wmsLayers/${id}?${search.join('&')}`;
      const { statusCode, headers, body } = await server.app.inject({ url });
      statuses.add(statusCode);
      expect([200, 400, 404], `${url}: ${body.slice(0, 300)}`).toContain(statusCode);
      expect(headers['x-content-type-options']).toBe('nosniff');
      if (String(headers['content-type']).includes('html')) expect(body).not.toContain('<script');
    }
    expect(statuses).toContain(200);
    expect(statuses).toContain(400);
  }, 30_000);

  it.each([
    ['EPSG:4326', '-90,-180,90,180'],
    ['EPSG:4326', '-1000,-1000,1000,1000'],
    ['CRS:84', '-180,-90,180,90'],
    ['EPSG:3059', '-1e7,-1e7,1e7,1e7'],
    ['EPSG:3059', '-1e8,-1e8,1e8,1e8'],
    ['EPSG:3059', '99999998,99999998,1e8,1e8'],
    ['EPSG:3059', '-1e300,-1e300,1e300,1e300'],
    ['EPSG:3857', '-1e300,-1e300,1e300,1e300'],
    ['EPSG:3857', '2595000,7580000,2595000.0000000005,7580000.000000001'],
  ])('API-WMS-01: %s as far as %s is an image or a refusal', async (CRS, BBOX) => {
    for (const REQUEST of ['GetMap', 'GetFeatureInfo']) {
      const query: Record<string, string> = { SERVICE: 'WMS', REQUEST, CRS, BBOX };
      for (const [name, value] of Object.entries(good.GetFeatureInfo ?? {}))
        query[name] ??= value.replace('ID', String(id));
      const { statusCode, body } = await server.app.inject({ url: `/api/v1/proxy/wmsLayers/${id}`, query });
      expect([200, 400], `${REQUEST} ${BBOX}: ${body.slice(0, 200)}`).toContain(statusCode);
    }
  });
});
