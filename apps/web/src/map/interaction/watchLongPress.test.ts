// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchLongPress } from './watchLongPress.ts';

const onLongPress = vi.fn();
const element = document.createElement('div');
let press: ReturnType<typeof watchLongPress>;

beforeEach(() => {
  vi.useFakeTimers();
  onLongPress.mockClear();
  press = watchLongPress(element, onLongPress);
});
afterEach(() => {
  press.stop();
  vi.useRealTimers();
});

function send(type: string, at: readonly [number, number], { touch = true, isPrimary = true } = {}): void {
  const event = new MouseEvent(type, { clientX: at[0], clientY: at[1] });
  element.dispatchEvent(Object.assign(event, { pointerType: touch ? 'touch' : 'mouse', isPrimary }));
}

test('a finger that stays is reported where it was put down, and is no tap', () => {
  send('pointerdown', [30, 40]);
  send('pointermove', [35, 45]);
  vi.advanceTimersByTime(600);
  expect(onLongPress.mock.calls).toEqual([[[30, 40]]]);
  send('pointerup', [35, 45]);
  expect(press.wasLong()).toBe(true);
  send('pointerdown', [30, 40]);
  expect(press.wasLong()).toBe(false);
});

test.each([
  ['lifts', () => send('pointerup', [30, 40])],
  ['moves away', () => send('pointermove', [30, 60])],
  ['is joined by another', () => send('pointerdown', [90, 90], { isPrimary: false })],
])('nothing is told when the finger %s', (_name, act) => {
  send('pointerdown', [30, 40]);
  vi.advanceTimersByTime(400);
  act();
  vi.advanceTimersByTime(2_000);
  expect(onLongPress).not.toHaveBeenCalled();
  expect(press.wasLong()).toBe(false);
});

test('a mouse that stays is no long press', () => {
  send('pointerdown', [30, 40], { touch: false });
  vi.advanceTimersByTime(2_000);
  expect(onLongPress).not.toHaveBeenCalled();
});
