import { afterEach, expect, test, vi } from 'vitest';
import { findTileAddress } from './findTileAddress.ts';

const view = { lonLat: [23.9890828, 56.9713962], zoom: 10, scheme: 'dark' } as const;
const find = (sourceType: 'XYZ' | 'TileWMS' | 'BingMaps', options: object | string) =>
  findTileAddress(
    { id: 9, sourceType, sourceJson: typeof options === 'string' ? options : JSON.stringify(options) },
    view,
  );
const box = [2661231.577, 7748880.179, 2700367.335, 7788015.938];
const nearly = (text: string | null) => (text ?? '').split(',').map(Number);

afterEach(() => vi.unstubAllGlobals());

test('D-LAYER-01: of an XYZ source the tile of the place, within the zooms that it has', async () => {
  expect(await find('XYZ', { url: 'https://{a-c}.example/{z}/{x}/{y}.png' })).toMatch(
    /^https:\/\/[abc]\.example\/10\/580\/313\.png$/,
  );
  expect(await find('XYZ', { url: 'https://a.example/{z}/{x}/{-y}.png' })).toBe(
    'https://a.example/10/580/710.png',
  );
  expect(await find('XYZ', { url: '/map/{scheme}/{z}/{x}/{y}.png', maxZoom: 1 })).toBe('/map/dark/1/1/0.png');
  expect(await find('XYZ', { url: 'https://a.example/{z}/{x}/{y}.png', minZoom: 12 })).toBe(
    'https://a.example/12/2320/1255.png',
  );
});

test.each([
  ['1.1.1', 'SRS', 'CRS'],
  ['1.3.0', 'CRS', 'SRS'],
])('D-LAYER-01: a WMS %s source is asked with %s and x before y', async (VERSION, named, other) => {
  const url = 'https://wms.example/?map=x';
  const address = new URL((await find('TileWMS', { url, params: { LAYERS: 'ortho', VERSION } })) ?? '');
  const { searchParams } = address;
  expect(Object.fromEntries(searchParams)).toMatchObject({
    map: 'x',
    REQUEST: 'GetMap',
    LAYERS: 'ortho',
    VERSION,
    WIDTH: '256',
    [named]: 'EPSG:3857',
  });
  expect(searchParams.has(other)).toBe(false);
  expect(nearly(searchParams.get('BBOX')).map(Math.round)).toEqual(box.map(Math.round));
});

test('D-LAYER-01: BingMaps is asked with its key where its tiles are; a wrong key has no preview', async () => {
  const asked: string[] = [];
  const answers = (body: object) =>
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      return new Response(JSON.stringify(body));
    });
  const resource = {
    imageUrl: 'https://ecn.{subdomain}.example/tiles/a{quadkey}.jpeg?c={culture}',
    imageUrlSubdomains: ['t0'],
    imageWidth: 256,
    imageHeight: 256,
    zoomMin: 1,
    zoomMax: 21,
  };
  answers({
    statusCode: 200,
    statusDescription: 'OK',
    authenticationResultCode: 'ValidCredentials',
    resourceSets: [{ resources: [resource] }],
  });
  expect(await find('BingMaps', { key: 'the-key', imagerySet: 'Aerial' })).toMatch(
    /^https:\/\/ecn\.t0\.example\/tiles\/a1201222\d{3}\.jpeg/,
  );
  expect(asked[0]).toMatch(/\/Metadata\/Aerial\?.*key=the-key/);
  answers({
    statusCode: 401,
    statusDescription: 'Unauthorized',
    authenticationResultCode: 'InvalidCredentials',
  });
  expect(await find('BingMaps', { key: 'wrong', imagerySet: 'Aerial' })).toBeUndefined();
});

test('there is no preview for what is not over https, or no JSON', async () => {
  expect(await find('XYZ', { url: 'javascript:alert(1)' })).toBeUndefined();
  expect(await find('XYZ', { url: '//evil.example/{z}' })).toBeUndefined();
  expect(await find('XYZ', '{')).toBeUndefined();
  expect(await find('BingMaps', { imagerySet: 'Aerial' })).toBeUndefined();
});
