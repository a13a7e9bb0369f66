// @vitest-environment jsdom
import OlMap from 'ol/Map.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '../../store/Store.ts';
import { givePageABrowser } from '../../testing/browser.ts';
import type { ObjectLayers, ObjectLayersState } from '../layers/objects/ObjectLayers.ts';
import { ObjectPopup } from './ObjectPopup.ts';
import type { Selection } from './Selection.ts';

const wire = { id: 70, layerId: 7, wkt: 'LINESTRING(0 0,9 9)' };
const stateOf = (loading: readonly number[]) =>
  ({ imageIds: new Set(), loadingIds: new Set(loading) }) as unknown as ObjectLayersState;
const state = createStore(stateOf([]));
let viewport: HTMLElement;
let popup: ObjectPopup;
/** True once the object has been drawn. */
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
    isEnabled: () => true,
  });
});
afterEach(() => {
  popup.dispose();
  vi.useRealTimers();
});

async function pressLong(): Promise<void> {
  const event = new MouseEvent('pointerdown', { clientX: 50, clientY: 60 });
  viewport.dispatchEvent(Object.assign(event, { pointerType: 'touch', isPrimary: true }));
  await vi.advanceTimersByTimeAsync(600);
}
const displayedId = () => popup.object.get()?.id;
/** Delivers one layer, which the next frame draws. */
async function arrive(stillLoading: readonly number[]): Promise<void> {
  state.set(stateOf(stillLoading));
  await vi.advanceTimersByTimeAsync(20);
}

test('a finger that stays shows what is there', async () => {
  isThere = true;
  await pressLong();
  expect(displayedId()).toBe(70);
  expect(popup.wasOpenedByTouch()).toBe(true);
});

test('a finger that was quicker than the objects shows its own as soon as it is there', async () => {
  state.set(stateOf([7, 8]));
  await pressLong();
  await arrive([7]);
  expect(displayedId()).toBeUndefined();
  isThere = true;
  await arrive([]);
  expect(displayedId()).toBe(70);
});

test('nothing is shown when the last objects came and none is there, or the finger has gone elsewhere', async () => {
  state.set(stateOf([7]));
  await pressLong();
  await arrive([]);
  isThere = true;
  await arrive([7]);
  expect(displayedId()).toBeUndefined();
  isThere = false;
  await pressLong();
  popup.close();
  isThere = true;
  await arrive([]);
  expect(displayedId()).toBeUndefined();
});
