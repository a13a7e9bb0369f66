// @vitest-environment jsdom
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import { beforeEach, expect, test } from 'vitest';
import { givePageABrowser } from '../../../testing/browser.ts';
import { aFeature } from '../../testing/aFeature.ts';
import { featureKey } from './toOlFeature.ts';
import { VectorLayers } from './VectorLayers.ts';

let map: OlMap;
let vectors: VectorLayers;
/** Layers that were asked to be drawn again. */
let drawn: number[];

beforeEach(() => {
  givePageABrowser();
  map = new OlMap({ controls: [] });
  vectors = new VectorLayers(map);
  drawn = [];
  for (const layerId of [7, 8]) {
    vectors.setDisplay(layerId, { zIndex: layerId, visible: true });
    deliver(layerId, [70, 71]);
  }
  for (const layer of map.getAllLayers()) layer.on('change', () => drawn.push(layer.getZIndex() ?? 0));
});

function deliver(layerId: number, ids: readonly number[], mode: 'add' | 'replace' = 'replace'): void {
  const features = ids.map((id) => aFeature({ layerId, id: id + layerId * 100, wkt: `POINT(${id} 0)` }));
  vectors.deliver({
    kind: 'point',
    modes: new Map([[layerId, mode]]),
    reply: { features, geomStyles: [], imageLayers: [] },
  });
}
const extent = [-1_000, -1_000, 1_000, 1_000] as [number, number, number, number];
const loaded = (layerId: number) => vectors.listLoaded('point', [layerId], extent).toSorted();

test('a hidden object has its layer drawn again, and when it is shown; no other layer is', () => {
  vectors.hide(featureKey(7, 770));
  expect(drawn).toEqual([7]);
  vectors.hide('');
  expect(drawn).toEqual([7, 7]);
  vectors.hide('');
  vectors.hide(featureKey(9, 770));
  expect(drawn).toEqual([7, 7]);
  vectors.hide(featureKey(8, 870));
  expect(drawn).toEqual([7, 7, 8]);
});

test('what arrives replaces the objects of its kind, or is added and renewed', () => {
  deliver(7, [72]);
  expect(loaded(7)).toEqual([772]);
  deliver(7, [72, 73], 'add');
  expect([loaded(7), loaded(8)]).toEqual([
    [772, 773],
    [870, 871],
  ]);
  expect(vectors.listLoaded('line', [7], extent)).toEqual([]);
});

test('only objects of visible layers are counted', () => {
  expect([...vectors.countIn(extent)]).toEqual([
    [7, 2],
    [8, 2],
  ]);
  vectors.setDisplay(8, { zIndex: 8, visible: false });
  expect([...vectors.countIn([69, -1, 70.5, 1])]).toEqual([
    [7, 1],
    [8, 0],
  ]);
});

test('objects away from the view are dropped', () => {
  vectors.dropOutside([71, -1, 90, 1]);
  expect([loaded(7), loaded(8)]).toEqual([[771], [871]]);
});

test('an object is moved in every layer that draws it, and found where it is drawn', () => {
  expect(vectors.findWkt({ layerId: 7, id: 770 })).toBe('POINT(70 0)');
  expect(vectors.findWkt({ layerId: 8, id: 770 })).toBeUndefined();
  vectors.moveObject(770, 500, 0);
  expect(vectors.listPathsIn([569, -1, 571, 1], null)).toHaveLength(1);
  expect(vectors.listPathsIn([69, -1, 70.5, 1], null)).toHaveLength(1);
  expect(vectors.listPathsIn([569, -1, 571, 1], 770)).toHaveLength(0);
});

test('a removed layer leaves the map, and one that is cleared its objects', () => {
  vectors.clear(7);
  expect([loaded(7), loaded(8).length]).toEqual([[], 2]);
  vectors.remove(8);
  vectors.remove(9);
  expect([vectors.ids(), map.getAllLayers().filter((one) => one instanceof VectorLayer).length]).toEqual([
    [7],
    1,
  ]);
});
