import { get as getProjection, type Projection } from 'ol/proj.js';
import BingMaps from 'ol/source/BingMaps.js';
import TileWMS from 'ol/source/TileWMS.js';
import XYZ from 'ol/source/XYZ.js';
import { expect, test, vi } from 'vitest';
import { createNamesSource, createTileSource, loadSourceCode } from './createTileSource.ts';

const ownMap = {
  id: 1,
  sourceType: 'XYZ',
  sourceJson: '{"url":"/api/v1/base-map/{scheme}/{z}/{x}/{y}.png"}',
} as const;

test.each([
  ['light', 1, '/api/v1/base-map/light/{z}/{x}/{y}.png', 1],
  ['dark', 1, '/api/v1/base-map/dark/{z}/{x}/{y}.png', 1],
  ['light', 2, '/api/v1/base-map/light/{z}/{x}/{y}@2x.png', 2],
] as const)('the own base map in %s at pixel ratio %d', (scheme, pixelRatio, url, tilePixelRatio) => {
  const source = createTileSource(ownMap, { scheme, pixelRatio }) as XYZ;
  expect(source.getUrls()).toEqual([url]);
  expect(source.getTilePixelRatio(pixelRatio)).toBe(tilePixelRatio);
});

test('the own base map has tiles of four pixels to one for paper, and none for its preview', () => {
  const options = { scheme: 'light', pixelRatio: 300 / 96, isForPaper: true } as const;
  const source = createTileSource(ownMap, options) as XYZ;
  expect(source.getUrls()).toEqual(['/api/v1/base-map/light/{z}/{x}/{y}@4x.png']);
  expect(source.getTilePixelRatio(1)).toBe(4);
  const preview = createTileSource(ownMap, { ...options, pixelRatio: 1 }) as XYZ;
  expect(preview.getTilePixelRatio(1)).toBe(1);
});

test('a foreign map has no sharper tiles', () => {
  const foreign = { id: 2, sourceType: 'XYZ', sourceJson: '{"url":"https://t/{z}/{x}/{y}.png"}' } as const;
  const source = createTileSource(foreign, { scheme: 'dark', pixelRatio: 2 }) as XYZ;
  expect(source.getUrls()).toEqual(['https://t/{z}/{x}/{y}.png']);
});

test('DATA-21 DATA-22: each source type is made from its source options', async () => {
  const make = (sourceType: 'XYZ' | 'TileWMS' | 'BingMaps', options: object) =>
    createTileSource(
      { id: 3, sourceType, sourceJson: JSON.stringify(options) },
      { scheme: 'light', pixelRatio: 1 },
    );
  await loadSourceCode({ sourceType: 'TileWMS' });
  expect(make('XYZ', { url: 'https://t/{z}/{x}/{y}.png', maxZoom: 17 })).toBeInstanceOf(XYZ);
  const wms = make('TileWMS', { url: 'https://w/wms', params: { LAYERS: 'parcels', TILED: true } });
  expect(wms).toBeInstanceOf(TileWMS);
  expect((wms as TileWMS).getParams()).toMatchObject({ LAYERS: 'parcels', TILED: true });
  vi.stubGlobal('fetch', () => new Promise(() => {})); // Bing's own server
  expect(make('BingMaps', { key: 'secret', imagerySet: 'Aerial' })).toBeInstanceOf(BingMaps);
  expect(make('BingMaps', { imagerySet: 'Aerial' })).toBeNull();
  vi.unstubAllGlobals();
});

test('source options that cannot be used make no source', () => {
  for (const sourceJson of ['', '{}', 'nonsense']) {
    expect(createTileSource({ ...ownMap, sourceJson }, { scheme: 'light', pixelRatio: 1 })).toBeNull();
  }
});

test('a map of this server has tiles of 512 px, one set for the ground and one for the names', () => {
  const url = '/api/v1/base-map/{scheme}/{z}/{x}/{y}.png?size=512&part=';
  const sourceJson = JSON.stringify({
    url: `${url}ground`,
    namesUrl: `${url}names`,
    tileSize: 512,
    maxZoom: 18,
  });
  const options = { scheme: 'dark', pixelRatio: 1 } as const;
  const ground = createTileSource({ ...ownMap, sourceJson }, options) as XYZ;
  const names = createNamesSource({ sourceJson }, options) as XYZ;
  expect([ground.getUrls(), names.getUrls()]).toEqual([
    ['/api/v1/base-map/dark/{z}/{x}/{y}.png?size=512&part=ground'],
    ['/api/v1/base-map/dark/{z}/{x}/{y}.png?size=512&part=names'],
  ]);
  for (const source of [ground, names]) {
    expect(source.getTileGrid()?.getTileSize(9)).toBe(512);
    // A tile of 512 px at zoom 9 is as detailed as one of 256 px at zoom 10.
    expect(source.getTileGrid()?.getResolution(9)).toBeCloseTo(156543.03390625 / 2 ** 10, 6);
    expect(source.getTileGrid()?.getMaxZoom()).toBe(18);
  }
  expect(createNamesSource(ownMap, options)).toBeNull();
  expect(createNamesSource({ sourceJson: '{' }, options)).toBeNull();
});

test('tiles of a WMTS are asked for by its own names', () => {
  const url = 'https://t/wmts?TILEMATRIX={TileMatrix}&TILEROW={TileRow}&TILECOL={tilecol}';
  const source = createTileSource(
    { id: 2, sourceType: 'XYZ', sourceJson: JSON.stringify({ url }) },
    { scheme: 'light', pixelRatio: 1 },
  ) as XYZ;
  expect(source.tileUrlFunction([11, 1160, 620], 1, getProjection('EPSG:3857') as Projection)).toBe(
    'https://t/wmts?TILEMATRIX=11&TILEROW=620&TILECOL=1160',
  );
});

test('an archive of images on this server: one set of tiles in their own size, enlarged beyond the last zoom', () => {
  const url = '/api/v1/base-map/archives/7/images/{z}/{x}/{y}?v=1';
  const sourceJson = JSON.stringify({ url, tileSize: 256, maxZoom: 15 });
  const options = { scheme: 'dark', pixelRatio: 2 } as const;
  const source = createTileSource({ ...ownMap, sourceJson }, options) as XYZ;
  const projection = getProjection('EPSG:3857') as Projection;
  expect(source.tileUrlFunction([15, 18_650, 9_970], 2, projection)).toBe(
    '/api/v1/base-map/archives/7/images/15/18650/9970?v=1',
  );
  expect(source.getTilePixelRatio(2)).toBe(1);
  expect(source.getTileGrid()?.getMaxZoom()).toBe(15);
  expect(createNamesSource({ sourceJson }, options)).toBeNull();
});
