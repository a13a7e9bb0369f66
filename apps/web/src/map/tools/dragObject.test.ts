// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import { PointerOnMap } from '../testing/PointerOnMap.ts';
import { enterDragObject } from './dragObject.ts';
import type { ToolContext } from './Tool.ts';

const aRecord = (canWrite: boolean) => ({ wire: { id: 7, canWrite } });
const dragged = { isAway: false, moveTo: vi.fn(), revert: vi.fn() };
const tell = { moved: vi.fn(), refuseMove: vi.fn(), leave: vi.fn(), setStep: vi.fn() };

let pointer: PointerOnMap;
let found: ReturnType<typeof aRecord> | null;
let leaveTool: () => void;

beforeEach(() => {
  givePageABrowser();
  vi.clearAllMocks();
  dragged.isAway = false;
  dragged.moveTo.mockImplementation(() => {
    dragged.isAway = true;
  });
  found = aRecord(true);
  pointer = new PointerOnMap();
  leaveTool = enterDragObject({
    map: pointer.map,
    viewport: pointer.target,
    findObjectAt: () => found,
    dragged,
    ...tell,
  } as unknown as ToolContext);
});
afterEach(() => {
  leaveTool();
  pointer.dispose();
});

const cursor = () => pointer.target.style.cursor;

test('DRAG-01: an object goes with the pointer, and is moved where it is released', () => {
  expect(tell.setStep).toHaveBeenLastCalledWith('start');
  pointer.moveTo(10, 10);
  expect(cursor()).toBe('grab');
  pointer.press(10, 10);
  pointer.dragTo(30, 5);
  expect(dragged.moveTo).toHaveBeenLastCalledWith(found, 20, -5);
  expect([cursor(), tell.setStep.mock.lastCall]).toEqual(['grabbing', ['continue']]);
  pointer.release(40, 50);
  expect(tell.moved.mock.calls).toEqual([[found?.wire, 30, 40]]);
  expect([cursor(), tell.setStep.mock.lastCall]).toEqual(['', ['start']]);
});

test('a click moves nothing', () => {
  pointer.click(10, 10);
  expect([tell.moved.mock.calls.length, dragged.moveTo.mock.calls.length]).toEqual([0, 0]);
});

test('beside all objects the map is dragged', () => {
  found = null;
  pointer.moveTo(10, 10);
  expect(cursor()).toBe('');
  pointer.drag([10, 10], [30, 30]);
  expect([dragged.moveTo.mock.calls.length, tell.moved.mock.calls.length]).toEqual([0, 0]);
});

test('an object that may not be changed stays, and its refusal is told once a drag', () => {
  found = aRecord(false);
  pointer.moveTo(10, 10);
  expect(cursor()).toBe('not-allowed');
  pointer.press(10, 10);
  pointer.dragTo(20, 20);
  pointer.dragTo(30, 30);
  pointer.release(30, 30);
  expect([tell.refuseMove.mock.calls.length, dragged.moveTo.mock.calls.length]).toEqual([1, 0]);
  pointer.drag([10, 10], [20, 20]);
  expect(tell.refuseMove).toHaveBeenCalledTimes(2);
});

test('while an object is being saved no other is taken', () => {
  dragged.isAway = true;
  pointer.drag([10, 10], [20, 20]);
  expect(dragged.moveTo).not.toHaveBeenCalled();
});

test('Escape puts the object back, and leaves the tool where nothing is held', () => {
  pointer.press(10, 10);
  pointer.dragTo(30, 30);
  pointer.key('Escape', { isOnPage: true });
  expect([dragged.revert.mock.calls.length, tell.leave.mock.calls.length, cursor()]).toEqual([1, 0, '']);
  pointer.release(30, 30);
  expect(tell.moved).not.toHaveBeenCalled();
  pointer.key('Escape', { isOnPage: true });
  expect(tell.leave).toHaveBeenCalledTimes(1);
});

test('leaving puts a held object back, and gives pointer and keys back', () => {
  leaveTool();
  expect(dragged.revert).not.toHaveBeenCalled();
  pointer.drag([10, 10], [20, 20]);
  pointer.key('Escape');
  expect([dragged.moveTo.mock.calls.length, tell.leave.mock.calls.length]).toEqual([0, 0]);
  leaveTool = enterDragObject({
    map: pointer.map,
    viewport: pointer.target,
    findObjectAt: () => found,
    dragged,
    ...tell,
  } as unknown as ToolContext);
  pointer.press(10, 10);
  pointer.dragTo(20, 20);
  leaveTool();
  expect([dragged.revert.mock.calls.length, cursor()]).toEqual([1, '']);
});
