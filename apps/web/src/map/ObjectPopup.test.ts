import OlMap from 'ol/Map.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../testing/browser.ts';
import { ObjectPopup } from './ObjectPopup.ts';
import type { ObjectLayers, ObjectLayersState } from './objects/ObjectLayers.ts';
import type { Selection } from './Selection.ts';
import { createStore } from './Store.ts';

const wire = { id: 70, layerId: 7, wkt: 'LINESTRING(0 0,9 9)' };
const stateOf = (loading: readonly number[]) =>
  ({ imageIds: new Set(), loadingIds: new Set(loading) }) as unknown as ObjectLayersState;
const state = createStore(stateOf([]));
let viewport: HTMLElement;
let popup: ObjectPopup;
/** Whether the object has been drawn. */
let isThere: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  givePageABrowser();
  const map = new OlMap({ controls: [] });
  viewport = document.createElement('div');
  vi.spyOn(map, 'forEachFeatureAtPixel').mockImplementation(() => (isThere ? { wire } : undefined));
  vi.spyOn(map, 'getCoordinateFromPixel').mockReturnValue([0, 0]);
  isThere = false;
  popup = new ObjectPopup({
    map,
    viewport,
    objects: { state, listVisible: () => [], filters: [] } as unknown as ObjectLayers,
    selection: { findAt: () => null } as unknown as Selection,
    findNearest: async () => null,
    isWelcome: () => true,
  });
});
afterEach(() => {
  popup.dispose();
  vi.useRealTimers();
});

async function hold(): Promise<void> {
  const event = new MouseEvent('pointerdown', { clientX: 50, clientY: 60 });
  viewport.dispatchEvent(Object.assign(event, { pointerType: 'touch', isPrimary: true }));
  await vi.advanceTimersByTimeAsync(600);
}
const shownId = () => popup.object.get()?.id;
/** One layer has arrived, and is drawn with the next frame. */
async function arrive(stillLoading: readonly number[]): Promise<void> {
  state.set(stateOf(stillLoading));
  await vi.advanceTimersByTimeAsync(20);
}

test('a finger that stays shows what is there', async () => {
  isThere = true;
  await hold();
  expect(shownId()).toBe(70);
  expect(popup.wasAskedFor()).toBe(true);
});

test('a finger that was quicker than the objects shows its own as soon as it is there', async () => {
  state.set(stateOf([7, 8]));
  await hold();
  await arrive([7]);
  expect(shownId()).toBeUndefined();
  isThere = true;
  await arrive([]);
  expect(shownId()).toBe(70);
});

test('nothing is shown when the last objects came and none is there, or the finger has gone elsewhere', async () => {
  state.set(stateOf([7]));
  await hold();
  await arrive([]);
  isThere = true;
  await arrive([7]);
  expect(shownId()).toBeUndefined();
  isThere = false;
  await hold();
  popup.close();
  isThere = true;
  await arrive([]);
  expect(shownId()).toBeUndefined();
});
