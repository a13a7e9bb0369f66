// @vitest-environment jsdom
import type { Geometry } from '@pgis/geo';
import BaseEvent from 'ol/events/Event.js';
import WKT from 'ol/format/WKT.js';
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js';
import Interaction from 'ol/interaction/Interaction.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../../testing/browser.ts';
import { PointerOnMap } from '../../testing/PointerOnMap.ts';
import type { DrawingCommands, EnterTool, ToolContext, ToolStep } from '../Tool.ts';
import { enterDrawPoint } from './drawPoint.ts';
import { enterDraw } from './enterDraw.ts';

let pointer: PointerOnMap;
let steps: ToolStep[];
let sketch: Geometry | null;
let commands: DrawingCommands | undefined;
let leaveTool: () => void;
const finish = vi.fn();
const leave = vi.fn();

beforeEach(() => {
  givePageABrowser();
  vi.clearAllMocks();
  vi.useFakeTimers();
  pointer = new PointerOnMap();
  steps = [];
  sketch = null;
  commands = undefined;
  leaveTool = () => {};
});
afterEach(() => {
  leaveTool();
  vi.runAllTimers();
  vi.useRealTimers();
  pointer.dispose();
});

function enter(tool: EnterTool, placement: ToolContext['placement'] = 'click'): void {
  leaveTool = tool({
    map: pointer.map,
    viewport: pointer.target,
    placement,
    setStep: (step) => steps.push(step),
    setSketch: (next) => {
      sketch = next;
    },
    offerCommands: (offered) => {
      commands = offered;
    },
    createSnap: () => new Interaction(),
    finish: (shape, kind) => finish(kind, new WKT().writeGeometry(shape.getGeometry() as never)),
    leave,
  } as Partial<ToolContext> as ToolContext);
}
/** Points further apart than a double click reaches. */
const clickAll = (...points: readonly (readonly [number, number])[]) => {
  for (const [x, y] of points) {
    pointer.click(x, y);
    vi.advanceTimersByTime(600);
  }
};
const clickAt = (coordinate: readonly number[]) =>
  Object.assign(new BaseEvent('click'), { coordinate }) as never;
const step = () => steps.at(-1);

test('a point is set by one click', () => {
  enter(enterDrawPoint);
  expect([step(), commands, pointer.target.style.cursor]).toEqual(['start', undefined, 'crosshair']);
  pointer.click(30, 40);
  expect(finish.mock.calls).toEqual([['point', 'POINT(30 40)']]);
});

test('a line can be finished from its second point on, by a click on the last one', () => {
  enter(enterDraw('line'));
  clickAll([0, 0]);
  expect(step()).toBe('continue');
  commands?.finish();
  expect(finish).not.toHaveBeenCalled();
  pointer.moveTo(50, 0);
  expect(sketch).toEqual({
    type: 'LineString',
    coordinates: [
      [0, 0],
      [50, 0],
    ],
  });
  clickAll([100, 0]);
  expect(step()).toBe('canFinish');
  pointer.click(100, 0);
  expect(finish.mock.calls).toEqual([['line', 'LINESTRING(0 0,100 0)']]);
  expect([step(), sketch]).toEqual(['start', null]);
});

test('a polygon needs three points, and shows the size that it would have', () => {
  enter(enterDraw('polygon'));
  clickAll([0, 0], [100, 0]);
  expect(step()).toBe('continue');
  commands?.finish();
  pointer.moveTo(100, 100);
  expect(sketch?.type).toBe('Polygon');
  expect(sketch?.coordinates).toEqual([
    [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 0],
    ],
  ]);
  clickAll([100, 100]);
  expect(step()).toBe('canFinish');
  commands?.finish();
  expect(finish.mock.calls).toEqual([['polygon', 'POLYGON((0 0,100 0,100 100,0 0))']]);
});

test('a polygon that would cross itself cannot be finished in any way', () => {
  enter(enterDraw('polygon'));
  clickAll([0, 0], [100, 100], [100, 0], [0, 90]);
  expect(step()).toBe('crossing');
  commands?.finish();
  pointer.key('Enter');
  pointer.key('Enter', { ctrlKey: true });
  pointer.click(0, 90);
  pointer.click(0, 0);
  expect(finish).not.toHaveBeenCalled();
});

test('a line may cross itself', () => {
  enter(enterDraw('line'));
  clickAll([0, 0], [100, 100], [100, 0], [0, 90]);
  expect(step()).toBe('canFinish');
});

test.each(['Backspace', 'ctrl+z', 'button'])(
  '%s takes points back, the first one with the drawing',
  (way) => {
    enter(enterDraw('line'));
    const takeBack = () => {
      if (way === 'button') return commands?.undoPoint();
      const event = pointer.key(way === 'Backspace' ? way : 'z', { ctrlKey: way !== 'Backspace' });
      return expect(event.defaultPrevented).toBe(sketch !== null || step() === 'start');
    };
    clickAll([0, 0], [100, 0], [100, 100]);
    takeBack();
    expect([step(), sketch?.coordinates.length]).toEqual(['canFinish', 3]);
    takeBack();
    expect(step()).toBe('continue');
    takeBack();
    expect([step(), sketch]).toEqual(['start', null]);
    clickAll([5, 5], [50, 5]);
    commands?.finish();
    expect(finish.mock.calls).toEqual([['line', 'LINESTRING(5 5,50 5)']]);
  },
);

test('without a drawing Backspace is left to the page', () => {
  enter(enterDraw('line'));
  expect(pointer.key('Backspace').defaultPrevented).toBe(false);
});

test('Escape drops the drawing, and leaves the tool where there is none', () => {
  enter(enterDraw('line'));
  clickAll([0, 0], [100, 0]);
  pointer.key('Escape', { isOnPage: true });
  expect([step(), sketch, leave.mock.calls.length]).toEqual(['start', null, 0]);
  commands?.cancel();
  expect(leave).toHaveBeenCalledTimes(1);
});

test('Enter sets points in the middle of the map, and Ctrl+Enter finishes what was begun so', () => {
  enter(enterDraw('line'));
  pointer.key('Enter', { isOnPage: true });
  expect(sketch).toBeNull();
  pointer.key('Enter');
  pointer.map.getView().setCenter([70, 10]);
  pointer.key('Enter');
  expect([step(), finish.mock.calls.length]).toEqual(['canFinish', 0]);
  pointer.key('Enter', { ctrlKey: true });
  expect(finish.mock.calls).toEqual([['line', 'LINESTRING(0 0,70 10)']]);
});

test('Enter finishes a drawing that was begun by clicks, and again sets points in the next', () => {
  enter(enterDraw('line'));
  clickAll([1, 1], [100, 0]);
  pointer.key('Enter');
  expect(finish.mock.calls).toEqual([['line', 'LINESTRING(1 1,100 0)']]);
  pointer.key('Enter');
  expect(step()).toBe('continue');
});

test('Enter sets a point at once', () => {
  enter(enterDraw('point'));
  pointer.map.getView().setCenter([70, 10]);
  pointer.key('Enter');
  expect(finish.mock.calls).toEqual([['point', 'POINT(70 10)']]);
});

test('Alt, which pauses snapping, does not stop drawing; Shift and Ctrl do', () => {
  enter(enterDraw('point'));
  pointer.click(30, 40, { shiftKey: true });
  expect(finish).not.toHaveBeenCalled();
  pointer.click(30, 40, { altKey: true });
  expect(finish).toHaveBeenCalledTimes(1);
});

test('the unfinished shape is told, for measuring', () => {
  const onSketch = vi.fn();
  enter(enterDraw('line', { onSketch }));
  expect(onSketch).toHaveBeenLastCalledWith(null);
  clickAll([0, 0]);
  expect(onSketch.mock.lastCall?.[0]?.getType()).toBe('LineString');
});

test('leaving drops the drawing and gives everything back', () => {
  const before = pointer.map.getInteractions().getLength();
  const zoom = pointer.map
    .getInteractions()
    .getArray()
    .find((one) => one instanceof DoubleClickZoom);
  enter(enterDraw('line'));
  expect([pointer.map.getInteractions().getLength(), zoom?.getActive()]).toEqual([before + 2, false]);
  clickAll([0, 0], [100, 0]);
  leaveTool();
  expect([sketch, pointer.map.getInteractions().getLength(), pointer.target.style.cursor]).toEqual([
    null,
    before,
    '',
  ]);
  pointer.key('Escape');
  expect(leave).not.toHaveBeenCalled();
  // The click that has left the tool is no double click.
  vi.advanceTimersByTime(299);
  expect(zoom?.getActive()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(zoom?.getActive()).toBe(true);
});

test('under the pin of a phone a click moves the map, and draws nothing', () => {
  const animate = vi.spyOn(pointer.map.getView(), 'animate');
  enter(enterDrawPoint, 'centre');
  expect(steps).toEqual(['start']);
  pointer.map.dispatchEvent(clickAt([3, 4]));
  expect(animate).toHaveBeenCalledWith({ center: [3, 4], duration: 200 });
  pointer.key('Escape');
  expect(leave).toHaveBeenCalledTimes(1);
  leaveTool();
  pointer.map.dispatchEvent(clickAt([5, 6]));
  pointer.key('Escape');
  expect([animate.mock.calls.length, leave.mock.calls.length, finish.mock.calls.length]).toEqual([1, 1, 0]);
});
