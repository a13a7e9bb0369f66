import { expect, test } from 'vitest';
import { previewAddress } from './previewAddress.ts';

const place = { centerLonLat: [23.9890828, 56.9713962], scheme: 'dark' } as const;
const xyz = (url: string, more = {}) =>
  ({ sourceType: 'XYZ', sourceJson: JSON.stringify({ url, ...more }) }) as const;

test('the tile of the default view stands for an XYZ source', () => {
  expect(previewAddress(xyz('https://{a-c}.example/{z}/{x}/{y}.png'), place)).toBe(
    'https://a.example/10/580/313.png',
  );
  expect(previewAddress(xyz('https://a.example/{z}/{x}/{-y}.png'), place)).toBe(
    'https://a.example/10/580/710.png',
  );
  expect(previewAddress(xyz('/map/{scheme}/{z}/{x}/{y}.png', { maxZoom: 1 }), place)).toBe(
    '/map/dark/1/1/0.png',
  );
});

test('a WMS source is asked for one picture with its own parameters', () => {
  const sourceJson = JSON.stringify({
    url: 'https://wms.example/?map=x',
    params: { LAYERS: 'ortho', VERSION: '1.1.1' },
  });
  const address = new URL(previewAddress({ sourceType: 'TileWMS', sourceJson }, place) ?? '');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    map: 'x',
    LAYERS: 'ortho',
    VERSION: '1.1.1',
    WIDTH: '256',
  });
});

test('there is no preview for what is not over https, no JSON, or needs a key', () => {
  expect(previewAddress(xyz('javascript:alert(1)'), place)).toBeUndefined();
  expect(previewAddress(xyz('//evil.example/{z}'), place)).toBeUndefined();
  expect(previewAddress({ sourceType: 'XYZ', sourceJson: '{' }, place)).toBeUndefined();
  expect(
    previewAddress({ sourceType: 'BingMaps', sourceJson: '{"key":"k","imagerySet":"Aerial"}' }, place),
  ).toBeUndefined();
});
