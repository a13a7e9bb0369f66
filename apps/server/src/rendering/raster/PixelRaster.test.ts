import { expect, test } from 'vitest';
import { PixelRaster } from './PixelRaster.ts';
import { type Paint, toPaint } from './pixelPaint.ts';

const red = toPaint([255, 0, 0, 1]);
const blue = toPaint([0, 0, 255, 1]);
const glass = toPaint([0, 0, 255, 0.5]);

const box = (left: number, top: number, right: number, bottom: number) => [
  left,
  top,
  right,
  top,
  right,
  bottom,
  left,
  bottom,
];
const at = (raster: PixelRaster, x: number, y: number) => [
  ...raster.pixels.subarray(4 * (y * raster.width + x), 4 * (y * raster.width + x) + 4),
];
const alpha = (raster: PixelRaster, x: number, y: number) => at(raster, x, y)[3] as number;
/** Sum of the coverage of all pixels, in pixels. */
const area = ({ pixels }: PixelRaster) =>
  pixels.reduce((sum, value, i) => sum + (i % 4 === 3 ? value : 0)) / 255;

function fill(raster: PixelRaster, rings: readonly (readonly number[])[], paint: Paint): void {
  const all = rings.flat();
  const [xs, ys] = [all.filter((_, i) => i % 2 === 0), all.filter((_, i) => i % 2 === 1)];
  const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  raster.begin(...bounds);
  const isLarge = raster.needsClipping(...bounds);
  for (const [i, ring] of rings.entries()) {
    const inside = isLarge ? raster.clip(ring) : ring;
    if (inside.length > 0) raster.addRing(inside, 0, inside.length, i > 0);
  }
  raster.paint(paint, undefined);
}

function stroke(raster: PixelRaster, path: readonly number[], halfPx: number): void {
  raster.begin(-100, -100, 200, 200);
  raster.addStroke(path, 0, path.length, halfPx);
  raster.paint(undefined, red);
}

test('whole pixels are full, parts of pixels as opaque as they are covered', () => {
  const raster = new PixelRaster(10, 10);
  fill(raster, [box(2, 2, 5.25, 4.5)], red);
  expect(at(raster, 2, 2)).toEqual([255, 0, 0, 255]);
  expect(at(raster, 1, 2)).toEqual([0, 0, 0, 0]);
  expect(alpha(raster, 5, 2)).toBe(64);
  expect(alpha(raster, 3, 4)).toBe(128);
  expect(alpha(raster, 5, 4)).toBe(32);
  expect(area(raster)).toBeCloseTo(3.25 * 2.5, 1);
});

test('a slanted edge covers exactly its area', () => {
  const raster = new PixelRaster(40, 40);
  fill(raster, [[3.3, 2.1, 37.9, 11.4, 12.2, 35.7]], red);
  const exact = Math.abs(34.6 * 33.6 - 8.9 * 9.3) / 2;
  expect(Math.abs(area(raster) - exact)).toBeLessThan(0.5);
});

test('a hole takes away, whichever way the rings run', () => {
  const [shell, hole] = [box(1, 1, 19, 19), box(5, 5, 15, 15)];
  const turned = (ring: readonly number[]) =>
    Array.from({ length: ring.length }, (_, i) => ring[ring.length - 2 - (i - (i % 2)) + (i % 2)] as number);
  for (const rings of [
    [shell, hole],
    [shell, turned(hole)],
    [turned(shell), hole],
    [turned(shell), turned(hole)],
  ]) {
    const raster = new PixelRaster(20, 20);
    fill(raster, rings, red);
    expect([alpha(raster, 3, 3), alpha(raster, 10, 10), alpha(raster, 17, 10)]).toEqual([255, 0, 255]);
    expect(area(raster)).toBeCloseTo(18 * 18 - 100, 1);
  }
});

test('a ring with its closing point is drawn as one without', () => {
  const [open, closed] = [new PixelRaster(20, 20), new PixelRaster(20, 20)];
  const ring = [3.2, 4.1, 15.8, 6.6, 9.9, 17.3];
  for (const [raster, path] of [
    [open, ring],
    [closed, [...ring, 3.2, 4.1]],
  ] as const) {
    fill(raster, [path], blue);
    stroke(raster, path, 0.5);
  }
  expect(closed.pixels).toEqual(open.pixels);
});

test('what reaches beyond the image is cut off at its edges and leaves no trace along them', () => {
  const raster = new PixelRaster(20, 20);
  fill(raster, [box(-5_000, 5, 5_000, 8)], red);
  fill(raster, [[-4_000, -4_000, -4_000, 4_000, -100, 0]], red);
  expect([alpha(raster, 0, 6), alpha(raster, 19, 6), alpha(raster, 0, 12)]).toEqual([255, 255, 0]);
  expect(area(raster)).toBeCloseTo(60, 1);
  const around = new PixelRaster(20, 20);
  fill(around, [box(-900, -900, 900, 900), box(-800, -800, 800, 800)], red);
  expect(area(around)).toBe(0);
});

test('a shape right of, above or below the image is not seen', () => {
  const raster = new PixelRaster(20, 20);
  expect(raster.intersects(-9, 5, -1, 6, 0)).toBe(false);
  expect(raster.intersects(-9, 5, -1, 6, 2)).toBe(true);
  expect(raster.intersects(21, 5, 30, 6, 0)).toBe(false);
  expect(raster.intersects(5, 20.5, 6, 30, 0.4)).toBe(false);
  fill(raster, [box(25, 5, 27, 8)], red);
  fill(raster, [box(5, -7, 9, -2)], red);
  expect(area(raster)).toBe(0);
});

test('colours lie over each other as much as they are opaque', () => {
  const raster = new PixelRaster(4, 4);
  raster.fill(toPaint([255, 255, 255, 1]));
  fill(raster, [box(0, 0, 4, 2)], red);
  fill(raster, [box(0, 0, 2, 4)], glass);
  expect(at(raster, 3, 0)).toEqual([255, 0, 0, 255]);
  expect(at(raster, 3, 3)).toEqual([255, 255, 255, 255]);
  for (const [actual, expected] of [
    [at(raster, 0, 0), [128, 0, 128, 255]],
    [at(raster, 0, 3), [128, 128, 255, 255]],
  ] as const)
    for (const [i, value] of actual.entries()) expect(Math.abs(value - (expected[i] ?? 0))).toBeLessThan(2);
});

test('glass over nothing stays glass, and twice of it is thicker', () => {
  const raster = new PixelRaster(4, 4);
  fill(raster, [box(0, 0, 4, 4)], glass);
  expect(at(raster, 1, 1)).toEqual([0, 0, 255, 128]);
  fill(raster, [box(0, 0, 4, 4)], glass);
  expect(Math.abs(alpha(raster, 1, 1) - 191)).toBeLessThan(2);
});

test('nothing is left of a shape once it is painted', () => {
  const [twice, once] = [new PixelRaster(30, 30), new PixelRaster(30, 30)];
  fill(twice, [[-20, 3, 60, 9, 11, 50]], toPaint([0, 0, 0, 0]));
  for (const raster of [twice, once]) fill(raster, [box(4, 4, 9, 9)], red);
  expect(area(twice)).toBe(area(once));
});

test.each([0.5, 1, 4])(
  'the outline of a box with half a width of %s is even, its corners stay near',
  (halfPx) => {
    const raster = new PixelRaster(60, 60);
    stroke(raster, box(20, 20, 40, 40), halfPx);
    expect([alpha(raster, 30, 19), alpha(raster, 30, 20)]).toEqual(
      [255, 255].map((v) => (halfPx < 1 ? v / 2 + 0.5 : v)),
    );
    expect([alpha(raster, 30, 30), alpha(raster, 10, 30)]).toEqual([0, 0]);
    // Round corners on the outside of four sides.
    const exact = 4 * 20 * 2 * halfPx - 4 * halfPx ** 2 + Math.PI * halfPx ** 2;
    expect(Math.abs(area(raster) - exact)).toBeLessThan(0.2 * halfPx + 0.6);
  },
);

test('an outline of many small segments is as wide as one of few', () => {
  const circle = (corners: number) =>
    Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners;
      return [30 + 20 * Math.cos(angle), 30 + 20 * Math.sin(angle)];
    }).flat();
  for (const halfPx of [0.5, 1, 3]) {
    const raster = new PixelRaster(60, 60);
    stroke(raster, circle(90), halfPx);
    expect(Math.abs(area(raster) / (2 * Math.PI * 20 * 2 * halfPx) - 1)).toBeLessThan(0.01);
  }
});

test('repeated vertices change nothing, and those of nothing else draw nothing', () => {
  const [once, twice] = [new PixelRaster(60, 60), new PixelRaster(60, 60)];
  stroke(once, [10, 10, 40, 12, 20, 40], 0.7);
  stroke(twice, [10, 10, 10, 10, 40, 12, 40, 12, 20, 40, 10, 10], 0.7);
  expect(twice.pixels).toEqual(once.pixels);
  const empty = new PixelRaster(60, 60);
  stroke(empty, [10, 10, 10, 10], 1);
  expect(area(empty)).toBe(0);
});

test.each([0.3, 0.5, 1])(
  'a turned outline of half a width of %s has the area of a straight one',
  (halfPx) => {
    for (const angle of [0, 0.1, 0.5, 0.7, 1.2, Math.PI / 2]) {
      const raster = new PixelRaster(80, 80);
      const [x, y] = [25 * Math.cos(angle), 25 * Math.sin(angle)];
      const [mx, my] = [40.3, 40.2];
      stroke(raster, [mx + x, my + y, mx - y, my + x, mx - x, my - y, mx + y, my - x], halfPx);
      const exact = 4 * Math.SQRT2 * 25 * 2 * halfPx - 4 * halfPx ** 2 + Math.PI * halfPx ** 2;
      expect(Math.abs(area(raster) / exact - 1)).toBeLessThan(0.02);
    }
  },
);

test('a stroke lies over its own area, and where it is glass the area is seen through it', () => {
  const raster = new PixelRaster(20, 20);
  const ring = box(5.5, 5.5, 15.5, 15.5);
  raster.begin(5, 5, 16, 16);
  raster.addRing(ring, 0, ring.length, false);
  raster.addStroke(ring, 0, ring.length, 0.5);
  raster.paint(red, glass);
  expect(at(raster, 10, 10)).toEqual([255, 0, 0, 255]);
  const [r, g, b, a] = at(raster, 10, 5);
  expect([g, a]).toEqual([0, 192]);
  expect(Math.abs((r ?? 0) - 85) + Math.abs((b ?? 0) - 170)).toBeLessThan(4);
  expect(at(raster, 10, 3)).toEqual([0, 0, 0, 0]);
});

test('the next image starts transparent in the memory of the one before, whatever its size', () => {
  const raster = new PixelRaster(30, 30);
  fill(raster, [box(0, 0, 30, 30)], red);
  for (const size of [10, 30, 40]) {
    raster.start(size, size);
    expect(raster.pixels).toHaveLength(4 * size * size);
    expect(area(raster)).toBe(0);
    fill(raster, [box(2, 2, 5.25, 4.5)], red);
    const other = new PixelRaster(size, size);
    fill(other, [box(2, 2, 5.25, 4.5)], red);
    expect(raster.pixels).toEqual(other.pixels);
  }
});
