import { expect, test } from 'vitest';
import { clipPath } from './clipPath.ts';

const box = [0, 0, 100, 100] as const;
const line = (points: readonly number[], periodPx = 0) =>
  clipPath(points, 0, points.length, { isRing: false, box, periodPx });
const rounded = (runs: number[][]) => runs.map((run) => run.map((value) => Math.round(value * 1e6) / 1e6));

test('a path inside stays one run with all its vertices', () => {
  expect(line([10, 10, 50, 20, 90, 80])).toEqual([[10, 10, 50, 20, 90, 80]]);
});

test('what leaves and comes back is two runs, cut at the box', () => {
  expect(rounded(line([50, 50, 150, 50, 150, 70, 50, 70]))).toEqual([
    [50, 50, 100, 50],
    [100, 70, 50, 70],
  ]);
  expect(line([-50, -10, 150, -10])).toEqual([]);
  expect(rounded(line([-20, 60, 60, -20, 300, -300]))).toEqual([[0, 40, 40, 0]]);
});

test('runs begin at whole periods along the path, even before the last vertex', () => {
  expect(rounded(line([-1_000_005, 50, 200, 50], 16))[0]?.slice(0, 2)).toEqual([-5, 50]);
  expect(rounded(line([-23, -20, -23, 50, 200, 50], 16))[0]).toEqual([-13, 50, 100, 50]);
  expect(rounded(line([-9, 20, -9, 50, 200, 50], 32))[0]).toEqual([-7, 50, 100, 50]);
  expect(rounded(line([-9, 22, -9, 50, 200, 50], 64))[0]).toEqual([-9, 22, -9, 50, 100, 50]);
});

test('a ring is closed by itself; one around the box leaves nothing', () => {
  const ring = [-50, 50, 50, -50, 150, 50, 50, 150];
  const runs = clipPath(ring, 0, ring.length, { isRing: true, box, periodPx: 0 });
  expect(runs.flat().every((value) => Number.isFinite(value))).toBe(true);
  const around = [-500, -500, 500, -500, 500, 500, -500, 500];
  expect(clipPath(around, 0, 8, { isRing: true, box, periodPx: 16 })).toEqual([]);
  const overlapping = [50, 50, 300, 50, 300, 300, 50, 300];
  expect(rounded(clipPath(overlapping, 0, 8, { isRing: true, box, periodPx: 0 }))).toEqual([
    [50, 50, 100, 50],
    [50, 100, 50, 50],
  ]);
});

test('nothing, one place and the same place twice', () => {
  expect(line([])).toEqual([]);
  expect(line([5, 5])).toEqual([]);
  expect(line([5, 5, 5, 5])).toEqual([[5, 5, 5, 5]]);
});
