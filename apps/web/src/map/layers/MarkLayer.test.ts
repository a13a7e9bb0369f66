// @vitest-environment jsdom
import type VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import { expect, test } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import { MarkLayer } from './MarkLayer.ts';

test('rings of overdue cases stay when the marks of a table and its drawn area come and go', () => {
  givePageABrowser();
  const map = new OlMap({ controls: [], interactions: [] });
  const marks = new MarkLayer(map, () => undefined);
  const counts = () =>
    map.getAllLayers().map((layer) => (layer as VectorLayer).getSource()?.getFeatures().length);
  marks.show({ rings: [{ x: 1, y: 2 }] });
  marks.show({ layerId: 5, objects: [{ id: 7, extent3857: [0, 0, 1, 1] }], area: null });
  expect(counts()).toEqual([1, 1]);
  marks.show({
    ...{ layerId: 5, objects: [{ id: 7, extent3857: [0, 0, 1, 1] }] },
    area: 'POLYGON((0 0,9 0,9 9,0 0))',
  });
  expect(counts()).toEqual([1, 2]);
  marks.clear();
  expect(counts()).toEqual([1, 0]);
  marks.show({ rings: [] });
  expect(counts()).toEqual([0, 0]);
});
