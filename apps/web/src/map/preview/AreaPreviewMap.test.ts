// @vitest-environment jsdom
import Modify from 'ol/interaction/Modify.js';
import OlMap from 'ol/Map.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import { AreaPreviewMap, type DrawnArea } from './AreaPreviewMap.ts';

let shown: OlMap | undefined;
let target: HTMLElement;
let preview: AreaPreviewMap;
let drawn: DrawnArea[];

beforeEach(() => {
  givePageABrowser();
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  shown = undefined;
  drawn = [];
  target = document.createElement('div');
  // jsdom gives elements no size and has no canvas.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(OlMap.prototype, 'updateSize').mockImplementation(function (this: OlMap) {
    shown = Object.assign(this, { renderFrame_: () => {} });
    this.setSize([400, 300]);
  });
  // Without a rendered frame ol knows no pixels.
  vi.spyOn(OlMap.prototype, 'getPixelFromCoordinate').mockImplementation(function (
    this: OlMap,
    [x = 0, y = 0],
  ) {
    const { center, resolution } = this.getView().getState();
    return [(x - (center[0] ?? 0)) / resolution, ((center[1] ?? 0) - y) / resolution];
  });
  preview = new AreaPreviewMap(target, {
    ...{ baseLayer: undefined, scheme: 'light', view: { center: [0, 0], zoom: 14 } },
    onDrawn: (area) => drawn.push(area),
  });
});
afterEach(() => {
  preview.dispose();
  vi.restoreAllMocks();
});

const map = () => {
  if (shown === undefined) throw new Error('there is no map');
  return shown;
};
const press = (key: string, options: KeyboardEventInit = {}) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...options }));
/** Moves the map, as the arrow keys do, and sets a corner in its middle. */
const corner = (x: number, y: number) => {
  map().getView().setCenter([x, y]);
  press('Enter');
};
const isChangeable = () =>
  map()
    .getInteractions()
    .getArray()
    .some((one) => one instanceof Modify && one.getActive());

test('an area is drawn with keys: corners in the middle of the map, the last one taken back, then its end', () => {
  preview.edit(null);
  corner(0, 0);
  corner(9000, 0);
  press('Enter', { ctrlKey: true });
  expect(drawn).toEqual([]);
  corner(500, 7000);
  press('Backspace');
  corner(9000, 9000);
  press('Enter', { ctrlKey: true });
  expect(drawn).toEqual([{ wkt: 'POLYGON((0 0,9000 0,9000 9000,0 0))', isCrossing: false }]);
  expect(isChangeable()).toBe(true);
});

test('an outline that crosses itself does not end', () => {
  preview.edit(null);
  for (const [x, y] of [
    [0, 0],
    [9000, 9000],
    [9000, 0],
    [0, 9000],
  ] as const)
    corner(x, y);
  press('Enter', { ctrlKey: true });
  expect(drawn).toEqual([]);
});

test('an area that is shown cannot be changed, and is shown as a whole', () => {
  preview.show('POLYGON((1000 1000,2000 1000,2000 2000,1000 1000))');
  expect(map().getView().getCenter()).toEqual([1_500, 1_500]);
  expect(isChangeable()).toBe(false);
  corner(0, 0);
  expect(drawn).toEqual([]);
  preview.edit('POLYGON((0 0,9 0,9 9,0 0))');
  expect(isChangeable()).toBe(true);
});
