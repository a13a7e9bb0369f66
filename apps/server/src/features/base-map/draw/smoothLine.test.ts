import { expect, it } from 'vitest';
import { smoothLine } from './smoothLine.ts';

const nowhere = (): boolean => false;

it('keeps the ends of an open line and rounds what is between', () => {
  const line = smoothLine(Float64Array.of(0, 0, 8, 0, 8, 8), { isRing: false, rounds: 1, isFixed: nowhere });
  expect([...line]).toEqual([0, 0, 6, 0, 8, 2, 8, 8]);
});

it('rounds every corner of a ring', () => {
  const ring = smoothLine(Float64Array.of(0, 0, 8, 0, 8, 8, 0, 8), {
    isRing: true,
    rounds: 1,
    isFixed: nowhere,
  });
  expect([...ring]).toEqual([0, 2, 2, 0, 6, 0, 8, 2, 8, 6, 6, 8, 2, 8, 0, 6]);
});

it('leaves fixed points where they are', () => {
  const ring = smoothLine(Float64Array.of(0, 0, 8, 0, 8, 8, 0, 8), {
    isRing: true,
    rounds: 3,
    isFixed: (x) => x === 8,
  });
  const points = Array.from({ length: ring.length / 2 }, (_, i) => `${ring[2 * i]},${ring[2 * i + 1]}`);
  expect(points).toEqual(expect.arrayContaining(['8,0', '8,8']));
  expect(points).not.toContain('0,0');
});
