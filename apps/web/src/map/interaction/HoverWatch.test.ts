// @vitest-environment jsdom
import OlMap from 'ol/Map.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import type { FoundObject } from '../layers/objects/ObjectPicker.ts';
import { HoverWatch } from './HoverWatch.ts';

const object: FoundObject = { id: 70, layerId: 7, wkt: 'LINESTRING(0 0,9 9)' };
let map: OlMap;
let viewport: HTMLElement;
let watch: HoverWatch;
let found: FoundObject | null;
let asked: number[][];
let isEnabled: boolean;
/** Pixels where the object is drawn. */
let drawnAt: (pixel: number[]) => boolean;

beforeEach(() => {
  vi.useFakeTimers();
  givePageABrowser();
  map = new OlMap({ controls: [] });
  viewport = document.createElement('div');
  [found, asked, isEnabled, drawnAt] = [object, [], true, () => false];
  watch = new HoverWatch({
    map,
    viewport,
    find: async (pixel) => {
      asked.push(pixel);
      return found;
    },
    cancelFind: () => {},
    isDrawnAt: (pixel) => drawnAt(pixel),
    isEnabled: () => isEnabled,
  });
});
afterEach(() => {
  watch.dispose();
  vi.useRealTimers();
});

const move = (x: number, y: number, changes = {}) =>
  map.dispatchEvent({
    type: 'pointermove',
    pixel: [x, y],
    dragging: false,
    originalEvent: new PointerEvent('pointermove', { pointerType: 'mouse' }),
    ...changes,
  } as never);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const rest = async (x = 100, y = 100) => {
  move(x, y);
  await wait(1000);
};
const hoveredId = () => watch.store.get()?.id;

test('POP-01: the pointer has to rest on an object for 1 000 ms', async () => {
  move(100, 100);
  await wait(999);
  expect(hoveredId()).toBeUndefined();
  await wait(1);
  expect(watch.store.get()).toEqual({ id: 70, layerId: 7, anchor: [100, 100], gapPx: 12 });
});

test('POP-01: every move begins the second again; the trembling of a hand is no move', async () => {
  move(100, 100);
  await wait(900);
  move(104, 100);
  await wait(900);
  expect(asked).toEqual([]);
  move(104, 101);
  await wait(100);
  expect(asked).toEqual([[104, 100]]);
  expect(hoveredId()).toBe(70);
});

test('nothing opens where nothing is, while dragging, under a finger, or while a tool needs the pointer', async () => {
  found = null;
  await rest();
  expect(hoveredId()).toBeUndefined();
  found = object;
  move(200, 100, { dragging: true });
  await wait(2000);
  move(300, 100, { originalEvent: new PointerEvent('pointermove', { pointerType: 'touch' }) });
  await wait(2000);
  isEnabled = false;
  await rest(400, 100);
  expect(hoveredId()).toBeUndefined();
  expect(asked).toHaveLength(1);
});

test('POP-06: it closes when the pointer leaves the object, and stays on the way to the popup and on the object', async () => {
  await rest();
  move(110, 86);
  expect(hoveredId()).toBe(70);
  drawnAt = ([x = 0]) => x < 200;
  move(180, 100);
  expect(hoveredId()).toBe(70);
  move(220, 100);
  expect(hoveredId()).toBeUndefined();
});

test('POP-06: it closes when the mouse leaves the map, but not into the popup', async () => {
  const popup = document.createElement('div');
  popup.setAttribute('data-map-popup', '');
  const leaveTo = (relatedTarget: Element) =>
    viewport.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse', relatedTarget }));
  await rest();
  leaveTo(popup);
  expect(hoveredId()).toBe(70);
  leaveTo(document.body);
  expect(hoveredId()).toBeUndefined();
});

test('POP-07: it closes when the view moves, at a press, and with Esc', async () => {
  const ends = [
    () => map.dispatchEvent('movestart'),
    () => viewport.dispatchEvent(new PointerEvent('pointerdown')),
    () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })),
  ];
  for (const [index, end] of ends.entries()) {
    await rest(100 + index * 50);
    expect(hoveredId()).toBe(70);
    end();
    expect(hoveredId()).toBeUndefined();
  }
});

test('a press or typing elsewhere closes it, a press on the popup does not', async () => {
  const popup = document.createElement('div');
  popup.setAttribute('data-map-popup', '');
  const box = document.createElement('input');
  document.body.append(popup, box);
  const press = (target: Element) => target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await rest();
  press(popup);
  expect(hoveredId()).toBe(70);
  press(box);
  expect(hoveredId()).toBeUndefined();
  await rest(200);
  expect(hoveredId()).toBe(70);
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  expect(hoveredId()).toBeUndefined();
});

test('an answer that comes after the pointer has gone opens nothing', async () => {
  move(100, 100);
  vi.advanceTimersByTime(1000);
  move(300, 300);
  await Promise.resolve();
  expect(hoveredId()).toBeUndefined();
});

test('a long press shows at once what is there, and says whether anything is', async () => {
  expect(await watch.showAt([50, 60])).toBe(true);
  expect(watch.store.get()?.anchor).toEqual([50, 60]);
  viewport.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'touch' }));
  expect(hoveredId()).toBe(70);
  found = null;
  expect(await watch.showAt([50, 60])).toBe(false);
  expect(hoveredId()).toBeUndefined();
});

test('what stops watching closes its popup', async () => {
  await rest();
  expect(hoveredId()).toBe(70);
  watch.dispose();
  expect(hoveredId()).toBeUndefined();
});
