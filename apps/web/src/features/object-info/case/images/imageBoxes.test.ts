import { expect, test } from 'vitest';
import { middleBox, moveBox, toBox } from './imageBoxes.ts';

test('a box is drawn from any corner and ends at the edge of the image; a click draws none', () => {
  expect(toBox({ x: 0.75, y: 0.5 }, { x: 0.25, y: 1.5 })).toEqual({
    x: 0.25,
    y: 0.5,
    width: 0.5,
    height: 0.5,
  });
  expect(toBox({ x: -1, y: 0 }, { x: 0.5, y: 0.5 })).toEqual({ x: 0, y: 0, width: 0.5, height: 0.5 });
  expect(toBox({ x: 0.5, y: 0.5 }, { x: 0.505, y: 0.9 })).toBeUndefined();
});

test('arrow keys move a box inside the image, and with Shift change its size', () => {
  const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });
  expect(moveBox(middleBox, key('ArrowLeft'))?.x).toBeCloseTo(0.39);
  expect(moveBox(middleBox, key('ArrowDown'))?.y).toBeCloseTo(0.41);
  expect(moveBox({ ...middleBox, x: 0.8 }, key('ArrowRight'))?.x).toBe(0.8);
  expect(moveBox({ ...middleBox, y: 0 }, key('ArrowUp'))?.y).toBe(0);
  expect(moveBox(middleBox, key('ArrowRight', true))?.width).toBeCloseTo(0.21);
  expect(moveBox({ ...middleBox, height: 0.01 }, key('ArrowUp', true))?.height).toBe(0.01);
  expect(moveBox(middleBox, key('Enter'))).toBeUndefined();
});
