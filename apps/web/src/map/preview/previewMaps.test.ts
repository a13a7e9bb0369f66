// @vitest-environment jsdom
import { STYLE_DEFAULTS } from '@pgis/cartography';
import type Feature from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import type Style from 'ol/style/Style.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import { DifferencePreviewMap } from './DifferencePreviewMap.ts';
import { SamplePreviewMap } from './SamplePreviewMap.ts';
import { StylePreview } from './StylePreview.ts';

let shown: OlMap | undefined;
let target: HTMLElement;
const disconnect = vi.fn();

beforeEach(() => {
  givePageABrowser();
  window.CanvasPattern ??= class {} as typeof CanvasPattern;
  disconnect.mockClear();
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect = disconnect;
  };
  shown = undefined;
  target = document.createElement('div');
  // jsdom gives elements no size and has no canvas.
  const context = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(OlMap.prototype, 'updateSize').mockImplementation(function (this: OlMap) {
    shown = Object.assign(this, { renderFrame_: () => {} });
    this.setSize([400, 300]);
  });
});
afterEach(() => vi.restoreAllMocks());

const map = () => {
  if (shown === undefined) throw new Error('there is no map');
  return shown;
};
const layers = () =>
  map()
    .getAllLayers()
    .filter((layer) => layer instanceof VectorLayer);
const featuresOf = (index: number): readonly Feature[] => layers()[index]?.getSource()?.getFeatures() ?? [];
const extentsOf = (index: number) => featuresOf(index).map((one) => one.getGeometry()?.getExtent());
const stylesOf = (feature: Feature | undefined) => [feature?.getStyle()].flat() as Style[];
const strokeOf = (feature: Feature | undefined) => stylesOf(feature).at(-1)?.getStroke();
const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });
const square = (x: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, 0],
      [x + 100, 0],
      [x + 100, 100],
      [x, 100],
      [x, 0],
    ],
  ],
});
const view = () => {
  const { center, zoom } = { center: map().getView().getCenter(), zoom: map().getView().getZoom() };
  return { center: center?.map(Math.round), zoom };
};
const ground = { baseLayer: undefined, scheme: 'light' } as const;

test('a sample is shown as a whole, not nearer than an object', () => {
  const preview = new SamplePreviewMap(target, ground);
  preview.show({
    shapes: [point(0, 0), square(1_000)],
    extent: [0, 0, 1_100, 100],
    mapArea: [0, 0, 9_000, 9_000],
    isFar: false,
  });
  expect(extentsOf(0)).toEqual([
    [0, 0, 0, 0],
    [1_000, 0, 1_100, 100],
  ]);
  expect(view().center).toEqual([550, 50]);
  preview.show({ shapes: [point(5, 5)], extent: null, mapArea: null, isFar: false });
  expect([extentsOf(0), view()]).toEqual([[[5, 5, 5, 5]], { center: [5, 5], zoom: 20 }]);
  preview.show({ shapes: [], extent: null, mapArea: null, isFar: false });
  expect([extentsOf(0), view().center]).toEqual([[], [5, 5]]);
  // Without shapes the expected area is shown.
  preview.show({ shapes: [], extent: null, mapArea: [0, 0, 200, 100], isFar: false });
  expect([extentsOf(0), view().center]).toEqual([[[0, 0, 200, 100]], [100, 50]]);
  preview.dispose();
  // Its own observer, and that of OpenLayers.
  expect([disconnect.mock.calls.length, map().getTarget() ?? null]).toEqual([2, null]);
});

test('a sample far from its area is marked, with a line between both and its length', () => {
  const preview = new SamplePreviewMap(target, ground);
  preview.show({
    shapes: [square(10_000)],
    extent: [10_000, 0, 10_100, 100],
    mapArea: [0, 0, 200, 100],
    isFar: true,
    distance: '10 km',
  });
  expect(extentsOf(0)).toEqual([
    [10_000, 0, 10_100, 100],
    [0, 0, 200, 100],
    [100, 50, 10_050, 50],
    [10_050, 50, 10_050, 50],
  ]);
  const [shape, , line] = featuresOf(0);
  expect(strokeOf(shape)?.getColor()).toBe('#b42318');
  expect(stylesOf(line)[0]?.getText()?.getText()).toBe('10 km');
  expect(view().center).toEqual([5_050, 50]);
  preview.show({ shapes: [square(0)], extent: [0, 0, 100, 100], mapArea: null, isFar: false });
  expect(strokeOf(featuresOf(0)[0])?.getColor()).not.toBe('#b42318');
});

test('differences are drawn by their kind with a mark each, and the first ones decide what is shown', () => {
  const preview = new DifferencePreviewMap(target, ground);
  preview.show([]);
  preview.show([
    { kind: 'added', oldShape: null, newShape: square(0), mark: '+' },
    { kind: 'missing', oldShape: square(1_000), newShape: null, mark: '-' },
    { kind: 'changed', oldShape: square(0), newShape: square(2_000), mark: '~' },
    { kind: 'unchanged', oldShape: square(3_000), newShape: null, mark: '=' },
    { kind: 'ambiguous', oldShape: null, newShape: null, mark: '?' },
  ] as never);
  expect(extentsOf(0)).toEqual([
    [0, 0, 100, 100],
    [50, 50, 50, 50],
    [1_000, 0, 1_100, 100],
    [1_050, 50, 1_050, 50],
    [2_000, 0, 2_100, 100],
    [2_050, 50, 2_050, 50],
    [3_000, 0, 3_100, 100],
  ]);
  const [added, mark, missing] = featuresOf(0);
  expect([strokeOf(added)?.getColor(), strokeOf(added)?.getLineDash()]).toEqual(['#1a7f37', null]);
  expect(strokeOf(missing)?.getLineDash()).toEqual([6, 4]);
  expect(stylesOf(mark)[0]?.getText()?.getText()).toBe('+');
  expect(view().center).toEqual([1_550, 50]);
  preview.show([{ kind: 'added', oldShape: null, newShape: square(9_000), mark: '+' }] as never);
  expect([extentsOf(0).length, view().center]).toEqual([2, [1_550, 50]]);

  preview.focus({ oldShape: square(100), newShape: square(300) });
  expect(extentsOf(1)).toEqual([
    [100, 0, 200, 100],
    [300, 0, 400, 100],
  ]);
  expect(featuresOf(1).map((one) => strokeOf(one)?.getLineDash())).toEqual([[5, 4], null]);
  expect(view().center).toEqual([250, 50]);
  preview.focus({ oldShape: square(500), newShape: null });
  expect(featuresOf(1).map((one) => strokeOf(one)?.getLineDash())).toEqual([null]);
  preview.focus(null);
  expect([extentsOf(1), view().center]).toEqual([[], [550, 50]]);
  preview.dispose();
  // Its own observer, and that of OpenLayers.
  expect([disconnect.mock.calls.length, map().getTarget() ?? null]).toEqual([2, null]);
});

test('a rule is drawn on a polygon, a line and a point: side by side, or stacked where it is narrow', async () => {
  const size = (width: number, height: number) => {
    const element = document.createElement('div');
    Object.defineProperties(element, { clientWidth: { value: width }, clientHeight: { value: height } });
    return element;
  };
  const wide = new StylePreview(size(300, 100));
  expect(extentsOf(0)).toEqual([
    [10, 10, 90, 95],
    [106, 30, 194, 75],
    [250, 50, 250, 50],
  ]);
  expect([view().center, map().getView().getResolution()]).toEqual([[150, 50], 1]);
  await wide.show({ ...STYLE_DEFAULTS, labelEnabled: true } as never, 'Oak');
  const draw = layers()[0]?.getStyleFunction();
  const texts = [draw?.(featuresOf(0)[2] as Feature, 1)]
    .flat()
    .map((style) => (style as Style).getText()?.getText());
  expect(texts).toContain('Oak');
  wide.dispose();
  // Its own observer, and that of OpenLayers.
  expect([disconnect.mock.calls.length, map().getTarget() ?? null]).toEqual([2, null]);

  new StylePreview(size(100, 300));
  expect(extentsOf(0).map((extent) => extent?.map(Math.round))).toEqual([
    [10, 210, 90, 295],
    [6, 130, 94, 175],
    [50, 50, 50, 50],
  ]);
  new StylePreview(size(0, 300));
  expect(extentsOf(0)).toEqual([]);
});
