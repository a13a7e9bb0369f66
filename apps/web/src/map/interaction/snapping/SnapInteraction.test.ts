import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { expect, test } from 'vitest';
import { SnapInteraction } from './SnapInteraction.ts';

/** A view of 2 m a pixel with one vertex in it. */
function moveTo(
  coordinate: readonly number[],
  { isOn = true, altKey = false, pointerType = 'mouse' } = {},
): { readonly coordinate: number[]; readonly pixel: number[] } {
  const vertex = { coordinates: [100, 100], start: 0, end: 2 };
  const snap = new SnapInteraction({ isOn: () => isOn, marks: 'move', listPaths: () => [vertex] });
  const event = {
    originalEvent: { pointerType, altKey },
    coordinate: [...coordinate],
    pixel: [0, 0],
    map: {
      getView: () => ({ getResolution: () => 2 }),
      getPixelFromCoordinate: ([x = 0, y = 0]) => [x / 2, y / 2],
    },
  };
  expect(snap.handleEvent(event as unknown as MapBrowserEvent)).toBe(true);
  return event;
}

test('within 10 px the pointer says what is drawn there, and a finger within 18 px', () => {
  expect(moveTo([119, 100])).toMatchObject({ coordinate: [100, 100], pixel: [50, 50] });
  expect(moveTo([121, 100]).coordinate).toEqual([121, 100]);
  expect(moveTo([135, 100], { pointerType: 'touch' }).coordinate).toEqual([100, 100]);
  expect(moveTo([137, 100], { pointerType: 'touch' }).coordinate).toEqual([137, 100]);
});

test('Alt pauses it, and the switch turns it off', () => {
  expect(moveTo([104, 100], { altKey: true }).coordinate).toEqual([104, 100]);
  expect(moveTo([104, 100], { isOn: false }).coordinate).toEqual([104, 100]);
});

test('a ring marks the position that the pointer snaps to', () => {
  const vertex = { coordinates: [100, 100], start: 0, end: 2 };
  const markedAt = (marks: 'move' | 'drag', x: number, dragging: boolean) => {
    const snap = new SnapInteraction({ marks, isOn: () => true, listPaths: () => [vertex] });
    snap.handleEvent({
      originalEvent: { pointerType: 'mouse', altKey: false },
      coordinate: [x, 100],
      dragging,
      map: { getView: () => ({ getResolution: () => 2 }), getPixelFromCoordinate: () => [0, 0] },
    } as unknown as MapBrowserEvent);
    return snap.marked;
  };
  expect(markedAt('move', 110, false)).toEqual([100, 100]);
  expect(markedAt('move', 130, false)).toBeNull();
  expect(markedAt('drag', 110, false)).toBeNull();
  expect(markedAt('drag', 110, true)).toEqual([100, 100]);
});
