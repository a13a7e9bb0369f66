// @vitest-environment jsdom
import type Feature from 'ol/Feature.js';
import type MultiPoint from 'ol/geom/MultiPoint.js';
import type Point from 'ol/geom/Point.js';
import Interaction from 'ol/interaction/Interaction.js';
import KeyboardPan from 'ol/interaction/KeyboardPan.js';
import VectorLayer from 'ol/layer/Vector.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../../testing/browser.ts';
import { PointerOnMap } from '../../testing/PointerOnMap.ts';
import { ShapeEditing } from './ShapeEditing.ts';

const square = 'POLYGON((0 0,100 0,100 100,0 100,0 0))';
const hooks = { onStart: vi.fn(), onEnd: vi.fn() };

let pointer: PointerOnMap;
let editing: ShapeEditing;
let snap: Interaction;

beforeEach(() => {
  givePageABrowser();
  vi.clearAllMocks();
  pointer = new PointerOnMap();
  snap = new Interaction();
  editing = new ShapeEditing({
    map: pointer.map,
    viewport: pointer.target,
    createSnap: () => snap,
    ...hooks,
  });
});
afterEach(() => {
  vi.useRealTimers();
  editing.stop();
  pointer.dispose();
});

const state = () => {
  const edit = editing.state.get();
  if (edit === null) throw new Error('nothing is edited');
  return edit;
};
const shown = () => JSON.stringify(state().geometry.coordinates);
const cursor = () => pointer.target.style.cursor;

/** Features of the editor's layer: the version of somebody else, outline, handles, hovered and selected vertex. */
function features(): readonly Feature[] {
  const layers = pointer.map.getAllLayers().filter((layer) => layer instanceof VectorLayer);
  return layers.flatMap((layer) => layer.getSource()?.getFeatures() ?? []);
}
const positionOf = (index: number) =>
  (features()[index]?.getGeometry() as Point | undefined)?.getCoordinates();
const other = () => features()[0]?.getGeometry();
const handles = () => (features()[2]?.getGeometry() as MultiPoint | undefined)?.getCoordinates().length;
const hovered = () => positionOf(3);
const selected = () => positionOf(4);

test('a vertex is dragged; during the drag the shape is ahead of its last step', async () => {
  expect(await editing.start(7, square)).toBe(true);
  expect(hooks.onStart).toHaveBeenCalledWith('polygon');
  expect(state()).toMatchObject({ id: 7, kind: 'polygon', isDirty: false, canUndo: false, canRemove: false });
  pointer.moveTo(103, 103);
  expect([hovered(), cursor()]).toEqual([[100, 100], 'pointer']);
  pointer.press(103, 103);
  expect([selected(), state().canRemove]).toEqual([[100, 100], true]);
  pointer.dragTo(150, 120);
  expect(hovered()).toBeUndefined();
  expect([shown(), selected()]).toEqual(['[[[0,0],[100,0],[150,120],[0,100],[0,0]]]', [150, 120]]);
  expect([state().isDirty, editing.wkt]).toEqual([false, square]);
  pointer.release(150, 120);
  expect(state()).toMatchObject({ isDirty: true, canUndo: true, canRedo: false });
  expect(editing.wkt).toBe('POLYGON((0 0,100 0,150 120,0 100,0 0))');
  pointer.moveTo(300, 250);
  expect([hovered(), cursor()]).toEqual([undefined, '']);
});

test('a press that does not move is no step', async () => {
  await editing.start(7, square);
  pointer.press(100, 100);
  pointer.dragTo(100.5, 100);
  pointer.release(100.5, 100);
  expect(state()).toMatchObject({ isDirty: false, canUndo: false });
  // A finger trembles more.
  pointer.drag([100, 100], [105, 100], { pointerType: 'touch' });
  expect(state().isDirty).toBe(false);
  pointer.drag([100, 100], [107, 100], { pointerType: 'touch' });
  expect(state().isDirty).toBe(true);
});

test('an edge that is dragged gets a vertex, which is selected', async () => {
  await editing.start(7, square);
  pointer.press(50, 2);
  expect(selected()).toBeUndefined();
  pointer.dragTo(50, -30);
  expect(selected()).toEqual([50, -30]);
  pointer.dragTo(60, -40);
  pointer.release(60, -40);
  expect(shown()).toBe('[[[0,0],[60,-40],[100,0],[100,100],[0,100],[0,0]]]');
});

test('beside the shape a press selects nothing and is left to the map; so is a second finger', async () => {
  await editing.start(7, square);
  pointer.click(100, 100);
  expect(state().canRemove).toBe(true);
  pointer.drag([300, 250], [310, 260]);
  expect([state().canRemove, state().isDirty]).toEqual([false, false]);
  pointer.press(100, 100, { pointers: 2 });
  pointer.dragTo(150, 150, { pointers: 2 });
  expect([shown(), selected()]).toEqual([`[[[0,0],[100,0],[100,100],[0,100],[0,0]]]`, undefined]);
  // Within 8 px of the pointer is on the vertex, within 22 px of a finger.
  pointer.click(109, 109);
  expect(selected()).toBeUndefined();
  pointer.click(115, 115, { pointerType: 'touch' });
  expect(selected()).toEqual([100, 100]);
});

test('Alt and a click remove a vertex, and so does a finger that stays on it', async () => {
  await editing.start(7, square);
  pointer.click(100, 100, { altKey: true });
  expect(shown()).toBe('[[[0,0],[100,0],[0,100],[0,0]]]');
  // A triangle keeps its vertices.
  pointer.click(100, 0, { altKey: true });
  expect(shown()).toBe('[[[0,0],[100,0],[0,100],[0,0]]]');
  editing.undo();
  vi.useFakeTimers();
  pointer.press(100, 100, { pointerType: 'touch' });
  vi.advanceTimersByTime(599);
  expect(shown()).toContain('[100,100]');
  vi.advanceTimersByTime(1);
  expect(shown()).toBe('[[[0,0],[100,0],[0,100],[0,0]]]');
  pointer.release(100, 100, { pointerType: 'touch' });
  editing.undo();
  // Neither a mouse that stays, nor a finger that has moved on or left.
  pointer.press(100, 100);
  vi.advanceTimersByTime(1_000);
  pointer.release(100, 100);
  pointer.press(100, 100, { pointerType: 'touch' });
  pointer.dragTo(120, 100, { pointerType: 'touch' });
  vi.advanceTimersByTime(1_000);
  pointer.release(120, 100, { pointerType: 'touch' });
  pointer.click(120, 100, { pointerType: 'touch' });
  vi.advanceTimersByTime(1_000);
  expect(shown()).toBe('[[[0,0],[100,0],[120,100],[0,100],[0,0]]]');
});

test('as a whole, the part under the pointer moves, also from its inside', async () => {
  await editing.start(7, 'MULTIPOLYGON(((0 0,100 0,100 100,0 100,0 0)),((200 0,210 0,210 10,200 0)))');
  pointer.click(0, 0);
  editing.setWhole(true);
  expect([state().isWhole, selected()]).toEqual([true, undefined]);
  pointer.moveTo(50, 50);
  expect([cursor(), hovered()]).toEqual(['move', undefined]);
  pointer.moveTo(150, 150);
  expect(cursor()).toBe('');
  pointer.drag([50, 50], [60, 70]);
  expect(shown()).toBe(
    '[[[[10,20],[110,20],[110,120],[10,120],[10,20]]],[[[200,0],[210,0],[210,10],[200,0]]]]',
  );
  // On a vertex, too; nothing is selected or removed then.
  pointer.moveTo(10, 20);
  expect(cursor()).toBe('move');
  pointer.drag([10, 20], [0, 0], { altKey: true });
  expect(shown()).toMatch(/^\[\[\[\[0,0\],\[100,0\]/);
  expect(selected()).toBeUndefined();
  pointer.drag([150, 150], [160, 160]);
  expect(shown()).toMatch(/^\[\[\[\[0,0\],\[100,0\]/);
  pointer.drag([50, 0], [51, 0]);
  expect(selected()).toBeUndefined();
});

test('steps are undone and redone, by keys too, and another step ends redoing', async () => {
  await editing.start(7, square);
  pointer.drag([100, 100], [150, 150]);
  pointer.drag([0, 100], [0, 150]);
  expect(pointer.key('z', { ctrlKey: true, isOnPage: true }).defaultPrevented).toBe(true);
  expect(shown()).toBe('[[[0,0],[100,0],[150,150],[0,100],[0,0]]]');
  expect([state().canUndo, state().canRedo, selected()]).toEqual([true, true, undefined]);
  pointer.key('z', { ctrlKey: true, shiftKey: true });
  expect(shown()).toContain('[0,150]');
  editing.undo();
  editing.undo();
  editing.undo();
  expect(state()).toMatchObject({ isDirty: false, canUndo: false, canRedo: true });
  expect(editing.wkt).toBe(square);
  pointer.key('y', { ctrlKey: true });
  expect(shown()).toContain('[150,150]');
  pointer.drag([0, 0], [-10, -10]);
  expect(state().canRedo).toBe(false);
  editing.redo();
  expect(shown()).toContain('[-10,-10]');
});

test('an outline that crosses itself is reported, and no longer once it is undone', async () => {
  await editing.start(7, square);
  pointer.drag([100, 100], [-50, 50]);
  expect(state().isCrossing).toBe(true);
  editing.undo();
  expect(state().isCrossing).toBe(false);
  editing.redo();
  expect(state().isCrossing).toBe(true);
});

test('keys on the map select, move, add and remove vertices; the map does not pan meanwhile', async () => {
  await editing.start(7, square);
  const pan = pointer.map
    .getInteractions()
    .getArray()
    .find((one) => one instanceof KeyboardPan);
  pointer.key('.', { isOnPage: true });
  expect(selected()).toBeUndefined();
  pointer.key('.');
  expect([selected(), pan?.getActive()]).toEqual([[0, 0], false]);
  pointer.key('.');
  expect(selected()).toEqual([100, 0]);
  pointer.key(',');
  pointer.key(',');
  expect(selected()).toEqual([0, 100]);
  pointer.key('.');
  expect(selected()).toEqual([0, 0]);
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowUp']) pointer.key(key);
  pointer.key('ArrowDown', { shiftKey: true });
  expect(selected()).toEqual([-1, -9]);
  pointer.key('Insert');
  expect(selected()).toEqual([49.5, -4.5]);
  pointer.key('Delete');
  expect([selected(), shown()]).toEqual([undefined, '[[[-1,-9],[100,0],[100,100],[0,100],[-1,-9]]]']);
  expect(pan?.getActive()).toBe(true);
  // Without a selected vertex there is nothing to move, add or remove.
  for (const key of ['ArrowLeft', 'Insert', 'Backspace']) pointer.key(key);
  expect(shown()).toBe('[[[-1,-9],[100,0],[100,100],[0,100],[-1,-9]]]');
  pointer.key('.');
  pointer.key('Escape');
  expect([selected(), pan?.getActive()]).toEqual([undefined, true]);
  pointer.key(',');
  expect(selected()).toEqual([0, 100]);
});

test('a line has no vertex behind its last one; a point is moved and keeps its vertex', async () => {
  await editing.start(7, 'LINESTRING(0 0,100 0)');
  pointer.key(',');
  expect([selected(), state().canRemove]).toEqual([[100, 0], false]);
  pointer.key('Insert');
  expect(shown()).toBe('[[0,0],[100,0]]');
  await editing.start(8, 'POINT(10 10)');
  expect(handles()).toBeUndefined();
  pointer.drag([10, 10], [20, 30]);
  expect([shown(), state().id, state().canRemove]).toEqual(['[20,30]', 8, false]);
});

test('the map goes to a vertex that is selected out of view, and shows handles of vertices in view', async () => {
  await editing.start(7, 'LINESTRING(-400 -300,400 300,300 310,0 400)');
  expect(handles()).toBe(2);
  pointer.key('.');
  pointer.key('.');
  expect(pointer.map.getView().getCenter()).toEqual([0, 0]);
  pointer.key('.');
  expect(pointer.map.getView().getCenter()).toEqual([300, 310]);
  pointer.map.dispatchEvent('moveend');
  expect(handles()).toBe(3);
});

test('more handles than can be told apart are left out', async () => {
  const line = (count: number) =>
    `LINESTRING(${Array.from({ length: count }, (_, index) => `${index / 10} 0`).join(',')})`;
  await editing.start(7, line(1_500));
  expect(handles()).toBe(1_500);
  await editing.start(7, line(1_501));
  expect(handles()).toBeUndefined();
});

test('the version of somebody else is an outline until it is taken away', async () => {
  await editing.start(7, square);
  editing.showOther('POINT(5 5)');
  expect(other()?.getExtent()).toEqual([5, 5, 5, 5]);
  editing.showOther(null);
  expect(other()).toBeUndefined();
});

test('its end takes everything off the map', async () => {
  const before = pointer.map.getInteractions().getLength();
  await editing.start(7, square);
  pointer.key('.');
  pointer.moveTo(0, 0);
  editing.stop();
  expect(pointer.map.getInteractions().getLength()).toBe(before);
  expect([pointer.map.getAllLayers().length, cursor()]).toEqual([0, '']);
  pointer.key('.');
  pointer.map.dispatchEvent('moveend');
  expect([editing.state.get(), editing.wkt]).toEqual([null, undefined]);
  expect(hooks.onEnd).toHaveBeenCalledTimes(1);
  editing.stop();
  expect(hooks.onEnd).toHaveBeenCalledTimes(1);
});

test('what is no geometry is not edited, and what is being edited goes on', async () => {
  await editing.start(7, square);
  expect(await editing.start(8, 'CIRCLE(0 0)')).toBe(false);
  expect(state().id).toBe(7);
});

test('leaving asks once, and only where a change would be lost', async () => {
  const act = vi.fn();
  await editing.start(7, square);
  const guard = vi.fn(async () => false);
  editing.setGuard(guard);
  editing.afterConfirm(act);
  expect([act.mock.calls.length, guard.mock.calls.length, editing.state.get()]).toEqual([1, 0, null]);

  await editing.start(7, square);
  pointer.drag([100, 100], [150, 150]);
  editing.afterConfirm(act);
  editing.afterConfirm(act);
  await vi.waitFor(() => expect(guard).toHaveBeenCalledTimes(1));
  expect([act.mock.calls.length, state().isDirty]).toEqual([1, true]);
  editing.setGuard(async () => true);
  await Promise.resolve();
  editing.afterConfirm(act);
  await vi.waitFor(() => expect(act).toHaveBeenCalledTimes(2));
  expect(editing.state.get()).toBeNull();
});
