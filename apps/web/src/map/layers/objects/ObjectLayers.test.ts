// @vitest-environment jsdom
import { listRuleTokens } from '@pgis/cartography';
import type { Feature, LoadReply } from '@pgis/contract';
import type { Extent, GeometryKind } from '@pgis/geo';
import ImageLayer from 'ol/layer/Image.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap, { type FrameState } from 'ol/Map.js';
import RenderEvent from 'ol/render/Event.js';
import type ImageSource from 'ol/source/Image.js';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { givePageABrowser } from '../../../testing/browser.ts';
import { aFeature } from '../../testing/aFeature.ts';
import { anObjectLayer } from '../../testing/anObjectLayer.ts';
import { ImageNotReady } from './ImageNotReady.ts';
import type { ObjectLayer } from './ObjectLayer.ts';
import { ObjectLayers } from './ObjectLayers.ts';

const aLayer = (id: number, changes: Partial<ObjectLayer> = {}): ObjectLayer =>
  anObjectLayer({ id, kinds: ['point'], ...changes });
const view = (zoom = 12, extent: Extent = [0, 0, 1000, 500]) => ({ extent, zoom, resolution: 10 });
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

let map: OlMap;
let layers: ObjectLayers;
let onServer: Partial<Record<GeometryKind, Feature[]>>;
let imageLayers: number[];
/** The server answers no load. */
let isDown: boolean;
/** Number of answers in which the server is still rendering. */
let notReady: number;
let imageRequests: {
  readonly layerId: number;
  readonly widthPx: number;
  readonly hiddenRules: readonly string[];
  readonly signal: AbortSignal;
}[];

beforeEach(() => {
  givePageABrowser();
  vi.stubGlobal('createImageBitmap', async () => document.createElement('canvas'));
  map = new OlMap({ controls: [] });
  onServer = { point: [aFeature(), aFeature({ id: 80, layerId: 8, classId: 8 })] };
  imageLayers = [];
  isDown = false;
  notReady = 0;
  imageRequests = [];
  layers = new ObjectLayers(map, {
    loadObjects: async (kind, { classifiers, geometriesLoaded = [] }): Promise<LoadReply> => {
      if (isDown) throw new Error('down');
      return {
        features: (onServer[kind] ?? []).filter(
          ({ id, layerId }) => classifiers.includes(layerId) && !geometriesLoaded.includes(id),
        ),
        geomStyles: [{ classId: 7, geomStyle: { labelRules: [{ rule: 'data.kind=oak' }] } }],
        imageLayers: imageLayers.filter((id) => classifiers.includes(id)),
      };
    },
    loadImage: async ({ layerId, widthPx, hiddenRules }, signal) => {
      imageRequests.push({ layerId, widthPx, hiddenRules, signal });
      if (notReady-- > 0) throw new ImageNotReady(20);
      return new Blob();
    },
  });
});
afterEach(() => {
  layers.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const vectorLayers = () =>
  map.getAllLayers().filter((layer): layer is VectorLayer => layer instanceof VectorLayer);
/** Begins a frame like ol; `viewHints` tell whether the map is animated or dragged. */
const beginFrame = (viewHints = [0, 0]): FrameState => {
  const layerStatesArray = map.getLayerGroup().getLayerStatesArray();
  const frameState = { viewHints, layerStatesArray } as FrameState;
  map.dispatchEvent(new RenderEvent('precompose', undefined, frameState));
  return frameState;
};
const listInFrame = ({ layerStatesArray }: FrameState) =>
  layerStatesArray.filter(({ visible }) => visible).map(({ layer }) => layer);
const images = () => map.getAllLayers().filter((layer) => layer instanceof ImageLayer);
const drawn = () =>
  vectorLayers()
    .flatMap((layer) => layer.getSource()?.getFeatures() ?? [])
    .map((feature) => feature.getId());

test('objects are keyed by the layer they are shown in and their id', async () => {
  layers.setLayers([aLayer(7), aLayer(8)]);
  layers.setView(view());
  await settled();
  expect(drawn().sort()).toEqual(['7:70', '8:80']);
});

test('LOAD-04: other filters clear all loaded objects at once', async () => {
  layers.setLayers([aLayer(7), aLayer(8)]);
  layers.setView(view());
  await settled();
  onServer = { point: [aFeature({ id: 71 })] };
  layers.setFilters([{ classId: 7, field: 'state', value: 'new' }]);
  expect(drawn()).toEqual([]);
  await settled();
  expect(drawn()).toEqual(['7:71']);
});

test('LOAD-04: the same filters again clear nothing and ask for nothing', async () => {
  const filters = () => [{ classId: 7, field: 'state', value: 'new' }];
  layers.setLayers([aLayer(7)]);
  layers.setFilters(filters());
  layers.setView(view());
  await settled();
  onServer = { point: [aFeature({ id: 71 })] };
  layers.setFilters(filters());
  await settled();
  expect(drawn()).toEqual(['7:70']);
});

test('LOAD-10: a layer whose objects cannot be loaded is marked until they can', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  isDown = true;
  layers.setLayers([aLayer(7)]);
  layers.setView(view());
  await settled();
  expect([...layers.state.get().failedIds]).toEqual([7]);
  isDown = false;
  layers.reload();
  await settled();
  expect([...layers.state.get().failedIds]).toEqual([]);
  expect(drawn()).toEqual(['7:70']);
});

test('rules that are switched off are not drawn and not snapped to, and nothing is loaded for that', async () => {
  const oak = aFeature({ data: { kind: 'oak' } });
  onServer = { point: [oak, aFeature({ id: 71, wkt: 'POINT(500 100)', data: { kind: 'elm' } })] };
  layers.setLayers([aLayer(7)]);
  layers.setView(view());
  await settled();
  const styles = () =>
    vectorLayers().flatMap((layer) => {
      const style = layer.getStyleFunction();
      const features = layer.getSource()?.getFeatures() ?? [];
      return features.filter((feature) => style?.(feature, 10)).map((feature) => feature.getId());
    });
  const token = listRuleTokens({ labelRules: [{ rule: 'data.kind=oak' }] })[0] ?? '';
  expect(styles()).toEqual(['7:70', '7:71']);
  layers.setHiddenRules(new Map([[7, new Set([token])]]));
  expect(styles()).toEqual(['7:71']);
  expect(layers.vectors.listPathsIn([0, 0, 1000, 500], null)).toHaveLength(1);
  layers.setHiddenRules(new Map([[8, new Set([token])]]));
  expect(styles()).toEqual(['7:70', '7:71']);
});

test('a server image is asked for again, and only of the layer whose rules were switched', async () => {
  layers.setLayers([aLayer(7, { serverside: true }), aLayer(8, { serverside: true })]);
  layers.setView(view());
  await settled();
  imageRequests = [];
  layers.setHiddenRules(new Map([[8, new Set(['abc', 'd'])]]));
  await settled();
  expect(imageRequests).toMatchObject([{ layerId: 8, hiddenRules: ['abc', 'd'] }]);
});

test('LOAD-08: while the server draws, the image before stays and it is asked again until the new one is there', async () => {
  layers.setLayers([aLayer(7, { serverside: true })]);
  layers.setView(view());
  await settled();
  const source = () => (images()[0] as ImageLayer<ImageSource>).getSource();
  const before = source();
  expect(before).not.toBeNull();
  imageRequests = [];
  notReady = 8;
  layers.setView(view(11, [0, 0, 2000, 1000]));
  await vi.waitFor(() => expect([...layers.state.get().drawingIds]).toEqual([7]));
  expect(source()).toBe(before);
  await vi.waitFor(() => expect(source()).not.toBe(before));
  expect(imageRequests).toHaveLength(9);
  expect([layers.state.get().drawingIds.size, layers.state.get().failedIds.size]).toEqual([0, 0]);
});

test('the image of a layer that is switched off is asked for no more, also while the server sends it', async () => {
  layers.setLayers([aLayer(7, { serverside: true })]);
  notReady = 1_000;
  layers.setView(view());
  await vi.waitFor(() => expect(layers.state.get().drawingIds.size).toBe(1));
  const asked = imageRequests.at(-1);
  expect(asked?.signal.aborted).toBe(false);
  layers.setLayers([]);
  expect(asked?.signal.aborted).toBe(true);
});

test('a view that is gone is asked for no more, also while the server draws it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  layers.setLayers([aLayer(7, { serverside: true })]);
  notReady = 1_000;
  layers.setView(view());
  await vi.waitFor(() => expect(layers.state.get().drawingIds.size).toBe(1));
  const [superseded] = imageRequests;
  notReady = 0;
  layers.setView(view(11, [0, 0, 2000, 1000]));
  await vi.waitFor(() => expect(layers.state.get().drawingIds.size).toBe(0));
  expect(superseded?.signal.aborted).toBe(true);
  const asked = imageRequests.length;
  layers.setLayers([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(imageRequests).toHaveLength(asked);
});

test('LOAD-05: after a zoom the objects stay until the answer is there, and are replaced then', async () => {
  layers.setLayers([aLayer(7)]);
  layers.setView(view(12));
  await settled();
  onServer = { point: [aFeature({ id: 71 })] };
  layers.setView(view(13));
  expect(drawn()).toEqual(['7:70']);
  await settled();
  expect(drawn()).toEqual(['7:71']);
});

test('LOAD-07: a layer that is switched off loses its features', async () => {
  layers.setLayers([aLayer(7), aLayer(8)]);
  layers.setView(view());
  await settled();
  layers.setLayers([aLayer(8)]);
  expect(drawn()).toEqual(['8:80']);
});

test('LOAD-08: a server-side layer is an image beneath all vector layers', async () => {
  layers.setLayers([aLayer(7, { zIndex: -5 }), aLayer(8, { serverside: true, zIndex: 99 })]);
  layers.setView(view());
  await settled();
  expect(images()).toHaveLength(1);
  expect(imageRequests.map(({ layerId }) => layerId)).toEqual([8]);
  const highestImage = Math.max(...images().map((layer) => layer.getZIndex() ?? 0));
  const lowestVector = Math.min(...vectorLayers().map((layer) => layer.getZIndex() ?? 0));
  expect(highestImage).toBeLessThan(lowestVector);
});

test('LOAD-09: the image goes when the layer is unchecked', async () => {
  layers.setLayers([aLayer(8, { serverside: true })]);
  layers.setView(view());
  await settled();
  layers.setLayers([]);
  expect(images()).toEqual([]);
});

test('LOAD-11: symbols are drawn 1000 pixels beyond the edge', () => {
  layers.setLayers([aLayer(7)]);
  expect(vectorLayers().map((layer) => layer.getRenderBuffer())).toEqual([1000]);
});

test('a layer with too many objects is an image until the user zooms in, and no frame draws both', async () => {
  imageLayers = [7];
  layers.setLayers([aLayer(7), aLayer(8)]);
  layers.setView(view(12));
  await settled();
  expect(drawn()).toEqual(['8:80']);
  expect([...layers.state.get().overLimitIds]).toEqual([7]);
  expect(images()).toHaveLength(1);
  imageLayers = [];
  layers.setView(view(13));
  await settled();
  expect(drawn().sort()).toEqual(['7:70', '8:80']);
  expect(layers.state.get().imageIds.size).toBe(0);
  const [image] = images();
  const frame = beginFrame();
  expect(listInFrame(frame)).toEqual(vectorLayers());
  expect(listInFrame(frame)).not.toContain(image);
  expect(images()).toEqual([]);
});

test('an image stays until the vectors that take its place are drawn, which they are not while the map moves', async () => {
  imageLayers = [7];
  layers.setLayers([aLayer(7)]);
  layers.setView(view(12));
  await settled();
  imageLayers = [];
  layers.setView(view(13));
  await settled();
  const asked = imageRequests.length;
  beginFrame([0, 1]);
  beginFrame([1, 0]);
  layers.setView(view(13, [10, 0, 1010, 500]));
  expect(images()).toHaveLength(1);
  expect(imageRequests).toHaveLength(asked);

  // A layer over the limit again before that is requested again.
  imageLayers = [7];
  layers.setView(view(12));
  await settled();
  expect(imageRequests.length).toBeGreaterThan(asked);
  beginFrame();
  expect(images()).toHaveLength(1);
});

/** Zooms out until the layer has more objects than the limit. */
async function becomeImage() {
  layers.setLayers([aLayer(7)]);
  layers.setView(view(12));
  await settled();
  imageLayers = [7];
  layers.setView(view(11));
  await settled();
}

test('what becomes an image stays drawn until the frame that draws the image, and no frame draws both', async () => {
  await becomeImage();
  expect(imageRequests.map(({ layerId }) => layerId)).toEqual([7]);
  expect(drawn()).toEqual(['7:70']);
  const frame = beginFrame();
  expect(listInFrame(frame)).toEqual(expect.arrayContaining(vectorLayers()));
  images()[0]?.dispatchEvent(new RenderEvent('prerender', undefined, frame));
  expect(listInFrame(frame)).toEqual(images());
  expect(drawn()).toEqual([]);
  // ol repeats the last drawing of a layer while the map moves; a new one has none.
  expect(vectorLayers()).toHaveLength(1);
  expect(frame.layerStatesArray.map(({ layer }) => layer)).not.toContain(vectorLayers()[0]);
});

test('who zooms in again before the image is there keeps every object', async () => {
  await becomeImage();
  imageLayers = [];
  onServer = { point: [aFeature(), aFeature({ id: 71 })] };
  layers.setView(view(12));
  await settled();
  beginFrame();
  expect(images()).toEqual([]);
  expect(drawn().sort()).toEqual(['7:70', '7:71']);
});

test('of the requests for one image only the last one lives', () => {
  layers.setLayers([aLayer(8, { serverside: true })]);
  layers.setView(view());
  layers.setView(view(12, [500, 0, 1500, 500]));
  layers.setView(view(12, [900, 0, 1900, 500]));
  expect(imageRequests.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
});

test('a layer outside its zoom range is neither shown nor asked for', async () => {
  layers.setLayers([aLayer(7, { zoomFrom: 13 })]);
  layers.setView(view(12));
  await settled();
  expect(vectorLayers().map((layer) => layer.getVisible())).toEqual([false]);
  expect(drawn()).toEqual([]);
  expect([...layers.state.get().outOfZoomIds]).toEqual([7]);
  layers.setView(view(13));
  await settled();
  expect(drawn()).toEqual(['7:70']);
});

test('objects far from the view are let go', async () => {
  layers.setLayers([aLayer(7)]);
  layers.setView(view());
  await settled();
  onServer = {};
  layers.setView(view(12, [5000, 0, 6000, 500]));
  await settled();
  expect(drawn()).toEqual([]);
});

test('polygons are drawn under lines and lines under points', async () => {
  onServer = {
    point: [aFeature({ id: 1 })],
    line: [aFeature({ id: 2, wkt: 'LINESTRING(0 0,9 9)' })],
    polygon: [aFeature({ id: 3, wkt: 'POLYGON((0 0,9 0,9 9,0 0))' })],
  };
  layers.setLayers([aLayer(7)]);
  layers.setView(view());
  await settled();
  const layer = vectorLayers()[0];
  const order = layer?.getRenderOrder();
  const features = layer?.getSource()?.getFeatures() ?? [];
  expect(features.toSorted(order ?? undefined).map((feature) => feature.getId())).toEqual([
    '7:3',
    '7:2',
    '7:1',
  ]);
});

test('TOOL-15 LIST-14 D-CLS-05: a changed layer is loaded again with its source and the views of it, and no other', async () => {
  imageLayers = [6];
  layers.setLayers([
    aLayer(7),
    aLayer(8),
    aLayer(9, { ownerId: 7 }),
    aLayer(5, { serverside: true }),
    aLayer(6),
  ]);
  layers.setView(view());
  await settled();
  await settled();
  imageRequests = [];
  onServer = { point: [aFeature({ id: 71 }), aFeature({ id: 81, layerId: 8, classId: 8 })] };
  layers.reloadLayers([9]);
  await settled();
  expect(drawn().sort()).toEqual(['7:71', '8:80']);
  expect(imageRequests).toEqual([]);
  layers.reloadLayers([5]);
  await settled();
  expect(imageRequests.map(({ layerId }) => layerId)).toEqual([5]);
  expect(drawn().sort()).toEqual(['7:71', '8:80']);
});
