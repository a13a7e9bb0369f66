// @vitest-environment jsdom
import type Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import { beforeEach, expect, test } from 'vitest';
import { givePageABrowser } from '../../../testing/browser.ts';
import { aFeature } from '../../testing/aFeature.ts';
import { DraggedObject } from './DraggedObject.ts';
import { findRecord } from './toOlFeature.ts';
import { VectorLayers } from './VectorLayers.ts';

let map: OlMap;
let vectors: VectorLayers;
let dragged: DraggedObject;

beforeEach(() => {
  givePageABrowser();
  map = new OlMap({ controls: [] });
  vectors = new VectorLayers(map);
  dragged = new DraggedObject(map, vectors);
  for (const layerId of [7, 8]) {
    vectors.setDisplay(layerId, { zIndex: 0, visible: true });
    vectors.deliver({
      kind: 'point',
      modes: new Map([[layerId, 'replace']]),
      reply: { features: [aFeature({ layerId })], geomStyles: [], imageLayers: [] },
    });
  }
});

/** Lists the positions where the object is drawn: in the drag overlay and in the layers. */
const listPositions = () =>
  map
    .getAllLayers()
    .filter((layer) => layer instanceof VectorLayer)
    .flatMap((layer) => layer.getSource()?.getFeatures() ?? [])
    .map((feature) => (feature.getGeometry() as Point).getCoordinates());
const record = () => {
  const layer = map
    .getAllLayers()
    .find((one) => one.getSource() && one instanceof VectorLayer && one.getZIndex() === 0);
  const found = (layer as VectorLayer)
    .getSource()
    ?.getFeatures()
    .flatMap((one) => findRecord(one) ?? [])[0];
  if (!found) throw new Error('the object is not there');
  return found;
};

test('what is dragged is drawn where the pointer has brought it, however often that moves', () => {
  dragged.moveTo(record(), 5, 5);
  dragged.moveTo(record(), 100, -20);
  expect(dragged.isAway).toBe(true);
  expect(listPositions()).toEqual(expect.arrayContaining([[110, 0]]));
  expect(listPositions()).toHaveLength(3);
});

test('DRAG-04: put back, it is where it was', () => {
  dragged.moveTo(record(), 100, -20);
  dragged.revert();
  expect(dragged.isAway).toBe(false);
  expect(listPositions()).toEqual([
    [10, 20],
    [10, 20],
  ]);
});

test('left there, it is at its new place in every layer that shows it, also for what selecting highlights', () => {
  dragged.moveTo(record(), 100, -20);
  dragged.confirm();
  expect(dragged.isAway).toBe(false);
  expect(listPositions()).toEqual([
    [110, 0],
    [110, 0],
  ]);
  for (const layerId of [7, 8]) expect(vectors.findWkt({ layerId, id: 70 })).toBe('POINT(110 0)');
});
