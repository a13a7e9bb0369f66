// @vitest-environment jsdom
import type { MapLayer } from '@pgis/contract';
import BaseEvent from 'ol/events/Event.js';
import type BaseLayer from 'ol/layer/Base.js';
import type TileLayer from 'ol/layer/Tile.js';
import type OlMap from 'ol/Map.js';
import BingMaps from 'ol/source/BingMaps.js';
import type XYZ from 'ol/source/XYZ.js';
import { expect, test, vi } from 'vitest';
import { BaseLayers } from './BaseLayers.ts';

const layer: MapLayer = {
  ...{ id: 1, name: 'Ortofoto', group: '', overlay: false, visibility: true, version: 1 },
  ...{ layerType: 'TileLayer', sourceType: 'XYZ', sourceJson: '{"url":"https://t.example/{z}/{x}/{y}.png"}' },
};

function makeBase(options: ConstructorParameters<typeof BaseLayers>[1] = {}) {
  const added: BaseLayer[] = [];
  const map = { addLayer: (one: BaseLayer) => added.push(one), removeLayer: vi.fn() };
  const base = new BaseLayers(map as unknown as OlMap, { pixelRatio: 1, ...options });
  base.show([layer]);
  const removed = map.removeLayer;
  const source = () => (added[0] as TileLayer<XYZ>).getSource() as XYZ;
  const load = (name: 'tileloaderror' | 'tileloadend', times = 1) => {
    for (let i = 0; i < times; i += 1) source().dispatchEvent(new BaseEvent(name));
  };
  /** Returns the `crossOrigin` with which the page requests tiles. */
  const crossOriginOf = () => (source() as unknown as { crossOrigin: string | null }).crossOrigin;
  const isBroken = () => base.brokenIds.get().has(layer.id);
  return { base, added, removed, load, source, crossOriginOf, isBroken };
}

test('a server whose images a page may not read is asked for them once more without reading', () => {
  const { load, crossOriginOf, isBroken, base } = makeBase();
  expect(crossOriginOf()).toBe('anonymous');
  load('tileloaderror', 3);
  expect([crossOriginOf(), isBroken()]).toEqual([null, false]);
  load('tileloadend');
  expect([crossOriginOf(), isBroken()]).toEqual([null, false]);
  base.setScheme('dark');
  expect(crossOriginOf()).toBeNull();
});

test('a server that gives no images either way is reported', () => {
  const { load, isBroken } = makeBase();
  load('tileloaderror', 3);
  load('tileloaderror', 3);
  expect(isBroken()).toBe(true);
  load('tileloadend');
  expect(isBroken()).toBe(false);
});

test('a server that stops answering keeps its right to be printed', () => {
  const { load, crossOriginOf, isBroken } = makeBase();
  load('tileloadend');
  load('tileloaderror', 3);
  expect([crossOriginOf(), isBroken()]).toEqual(['anonymous', true]);
});

test('for paper only images that may be read count, and the others are named', () => {
  const { base, load, crossOriginOf } = makeBase({ isForPaper: true });
  expect(base.listMissing()).toEqual([]);
  load('tileloaderror', 3);
  expect(crossOriginOf()).toBe('anonymous');
  expect(base.listMissing().map(({ name }) => name)).toEqual(['Ortofoto']);
});

test('a layer that ends within the image is not missing', () => {
  const { base, load } = makeBase({ isForPaper: true });
  load('tileloadend');
  load('tileloaderror', 3);
  expect(base.listMissing()).toEqual([]);
});

test('when the network is back, layers with failed tiles request their tiles again, and no others', () => {
  const { base, load, source, crossOriginOf, isBroken } = makeBase();
  load('tileloadend');
  const first = source();
  base.retryFailed();
  expect(source()).toBe(first);
  load('tileloaderror');
  base.retryFailed();
  expect(source()).not.toBe(first);
  load('tileloaderror', 3);
  expect(isBroken()).toBe(true);
  base.retryFailed();
  expect([isBroken(), crossOriginOf()]).toEqual([false, 'anonymous']);
});

test('a layer that was never seen for want of a network is requested with CORS again', () => {
  const { base, load, crossOriginOf, isBroken } = makeBase();
  load('tileloaderror', 6);
  expect([crossOriginOf(), isBroken()]).toEqual([null, true]);
  base.retryFailed();
  expect([crossOriginOf(), isBroken()]).toEqual(['anonymous', false]);
});

test('a map whose address names another language is requested anew, and an unchanged one is not', () => {
  const { base, added } = makeBase();
  base.show([{ ...layer }]);
  expect(added).toHaveLength(1);
  const url = 'https://t.example/{z}/{x}/{y}.png?lang=lv';
  base.show([{ ...layer, sourceJson: JSON.stringify({ url }) }]);
  expect(added).toHaveLength(2);
  expect((added[1] as TileLayer<XYZ>).getSource()?.getUrls()).toEqual([url]);
});

test('the names of a map of this server lie above the objects, and come and go with its ground', () => {
  const { base, added, removed } = makeBase({ pixelRatio: 2 });
  const url = '/map/{scheme}/{z}/{x}/{y}.png?part=';
  const own: MapLayer = {
    ...layer,
    ...{ id: 2, sourceJson: JSON.stringify({ url: `${url}ground`, namesUrl: `${url}names`, tileSize: 512 }) },
  };
  expect(added).toHaveLength(1);
  base.show([own]);
  const [ground, names] = added.slice(1) as TileLayer<XYZ>[];
  const urlsOf = (one: TileLayer<XYZ> | undefined) => one?.getSource()?.getUrls();
  expect([urlsOf(ground), urlsOf(names)]).toEqual([
    ['/map/light/{z}/{x}/{y}@2x.png?part=ground'],
    ['/map/light/{z}/{x}/{y}@2x.png?part=names'],
  ]);
  // Images and vectors of objects begin at 1000 and 2000, marks at 8900.
  expect(ground?.getZIndex()).toBeLessThan(1_000);
  expect(names?.getZIndex()).toBeGreaterThan(7_000);
  expect(names?.getZIndex()).toBeLessThan(8_900);
  base.setScheme('dark');
  expect(urlsOf(names)?.[0]).toContain('/dark/');
  const inDark = names?.getSource();
  base.setScheme('dark');
  expect(names?.getSource()).toBe(inDark);

  const failed = names?.getSource();
  failed?.dispatchEvent(new BaseEvent('tileloaderror'));
  base.retryFailed();
  expect(names?.getSource()).not.toBe(failed);
  base.show([]);
  expect(removed.mock.calls.flat()).toEqual(expect.arrayContaining([ground, names]));
});

test('an opacity changes without asking for the tiles again', () => {
  const { base, added, source } = makeBase();
  const before = source();
  base.show([{ ...layer, opacity: 0.4 }]);
  expect(added.map((one) => one.getOpacity())).toEqual([0.4]);
  base.show([layer]);
  expect([added[0]?.getOpacity(), source()]).toEqual([1, before]);
  expect(added).toHaveLength(1);
});

test('the code of BingMaps loads with its layer', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {})); // Bing's own server
  const { base, added } = makeBase();
  const bing: MapLayer = {
    ...{ ...layer, id: 2, sourceType: 'BingMaps' },
    sourceJson: '{"key":"secret","imagerySet":"Aerial"}',
  };
  base.show([bing]);
  await vi.waitFor(() => expect((added[1] as TileLayer).getSource()).toBeInstanceOf(BingMaps));
  expect(base.brokenIds.get()).toEqual(new Set());
  base.show([]);
  vi.unstubAllGlobals();
});
