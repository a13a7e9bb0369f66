// @vitest-environment jsdom
import type { MapLayer } from '@pgis/contract';
import BaseEvent from 'ol/events/Event.js';
import type BaseLayer from 'ol/layer/Base.js';
import type TileLayer from 'ol/layer/Tile.js';
import type OlMap from 'ol/Map.js';
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
  const source = () => (added[0] as TileLayer<XYZ>).getSource() as XYZ;
  const load = (name: 'tileloaderror' | 'tileloadend', times = 1) => {
    for (let i = 0; i < times; i += 1) source().dispatchEvent(new BaseEvent(name));
  };
  /** What the page asks of the server for its pictures. */
  const asks = () => (source() as unknown as { crossOrigin: string | null }).crossOrigin;
  const isBroken = () => base.brokenIds.get().has(layer.id);
  return { base, load, asks, isBroken };
}

test('a server whose pictures a page may not read is asked for them once more without reading', () => {
  const { load, asks, isBroken, base } = makeBase();
  expect(asks()).toBe('anonymous');
  load('tileloaderror', 3);
  expect([asks(), isBroken()]).toEqual([null, false]);
  load('tileloadend');
  expect([asks(), isBroken()]).toEqual([null, false]);
  base.setScheme('dark');
  expect(asks()).toBeNull();
});

test('a server that gives no pictures either way is told of', () => {
  const { load, isBroken } = makeBase();
  load('tileloaderror', 3);
  load('tileloaderror', 3);
  expect(isBroken()).toBe(true);
  load('tileloadend');
  expect(isBroken()).toBe(false);
});

test('a server that stops answering keeps its right to be printed', () => {
  const { load, asks, isBroken } = makeBase();
  load('tileloadend');
  load('tileloaderror', 3);
  expect([asks(), isBroken()]).toEqual(['anonymous', true]);
});

test('for paper only pictures that may be read count, and the others are named', () => {
  const { base, load, asks } = makeBase({ mustBeReadable: true });
  expect(base.listMissing()).toEqual([]);
  load('tileloaderror', 3);
  expect(asks()).toBe('anonymous');
  expect(base.listMissing().map(({ name }) => name)).toEqual(['Ortofoto']);
});

test('a layer that ends within the picture is not missing', () => {
  const { base, load } = makeBase({ mustBeReadable: true });
  load('tileloadend');
  load('tileloaderror', 3);
  expect(base.listMissing()).toEqual([]);
});
