import { expect, test } from 'vitest';
import { TwkbReader, twkbTypes } from './TwkbReader.ts';

const zigzag = (value: number): number[] => varint(value < 0 ? -2 * value - 1 : 2 * value);
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];

type Path = readonly (readonly [number, number])[];

/** A geometry as the format describes it: each vertex as its difference from the one before, across all paths. */
function encode(type: number, parts: readonly (readonly Path[])[]): Uint8Array {
  const bytes = [type, 0];
  let [lastX, lastY] = [0, 0];
  const isMulti = type > twkbTypes.polygon;
  const hasRings = type % 3 === 0;
  const hasCounts = type % 3 !== 1;
  if (isMulti) bytes.push(...varint(parts.length));
  for (const part of parts) {
    if (hasRings) bytes.push(...varint(part.length));
    for (const path of part) {
      if (hasCounts) bytes.push(...varint(path.length));
      for (const [x, y] of path) {
        bytes.push(...zigzag(x - lastX), ...zigzag(y - lastY));
        [lastX, lastY] = [x, y];
      }
    }
  }
  return Uint8Array.from(bytes);
}

const paths = ({ coordinates, ends }: TwkbReader): number[][] =>
  ends.map((end, i) => [...coordinates.subarray(ends[i - 1] ?? 0, end)]);
const read = (bytes: Uint8Array, steps = 1) => {
  const reader = new TwkbReader(bytes, steps);
  expect(reader.next()).toBe(true);
  return reader;
};

const square: Path = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
  [0, 0],
];
const hole: Path = [
  [20, 20],
  [20, 40],
  [40, 40],
  [20, 20],
];

test('a polygon with a hole: each ring a path, differences run on from ring to ring', () => {
  const reader = read(encode(twkbTypes.polygon, [[square, hole]]));
  expect(paths(reader)).toEqual([square.flat(), hole.flat()]);
  expect(reader.isShell).toEqual([true, false]);
  expect([reader.minX, reader.minY, reader.maxX, reader.maxY]).toEqual([0, 0, 100, 100]);
  expect(reader.next()).toBe(false);
});

test('of several polygons the first ring of each is a shell', () => {
  const far = square.map(([x, y]) => [x + 1_000, y - 1_000] as const);
  const reader = read(encode(twkbTypes.multiPolygon, [[square, hole], [far]]));
  expect(reader.isShell).toEqual([true, false, true]);
  expect(paths(reader)[2]).toEqual(far.flat());
  expect([reader.minY, reader.maxX]).toEqual([-1_000, 1_100]);
});

test('points and lines, one or several', () => {
  const [a, b] = [
    [3, -4],
    [-70, 900],
  ] as const;
  expect(paths(read(encode(twkbTypes.point, [[[a]]])))).toEqual([[...a]]);
  expect(paths(read(encode(twkbTypes.multiPoint, [[[a]], [[b]]])))).toEqual([[...a], [...b]]);
  expect(paths(read(encode(twkbTypes.line, [[[a, b]]])))).toEqual([[...a, ...b]]);
  expect(paths(read(encode(twkbTypes.multiLine, [[[a, b]], [square]])))).toEqual([
    [...a, ...b],
    square.flat(),
  ]);
});

test('differences of any size and sign, also past 32 bits', () => {
  const path: Path = [
    [63, -64],
    [-8_192, 8_191],
    [2 ** 40, -(2 ** 40)],
    [-(2 ** 33), 1],
  ];
  expect(paths(read(encode(twkbTypes.line, [[path]])))).toEqual([path.flat()]);
});

test('steps of the grid become parts of pixels, and vertices on the pixel of the one before are left out but for the last', () => {
  const line: Path = [
    [0, 0],
    [4, 4],
    [7, 7],
    [40, 40],
    [41, 41],
  ];
  expect(paths(read(encode(twkbTypes.line, [[line]]), 16))).toEqual([[0, 0, 2.5, 2.5, 41 / 16, 41 / 16]]);
});

test('a function brings the grid to pixels where the image is turned against it', () => {
  const reader = new TwkbReader(encode(twkbTypes.point, [[[[5, 7]]]]), (u, v, out) => {
    out[0] = -v;
    out[1] = 10 * u;
  });
  reader.next();
  expect(paths(reader)).toEqual([[-7, 50]]);
});

test('a geometry without coordinates is one without paths, and what follows it is read', () => {
  const point = encode(twkbTypes.point, [[[[1, 2]]]]);
  const reader = read(Uint8Array.from([twkbTypes.polygon, 16, ...point]));
  expect(reader.ends).toEqual([]);
  expect(reader.next()).toBe(true);
  expect(paths(reader)).toEqual([[1, 2]]);
  expect(new TwkbReader(new Uint8Array(), 1).next()).toBe(false);
});

test('one reader reads large and small geometries after each other', () => {
  const long = Array.from({ length: 10_000 }, (_, i) => [i * 3, (i % 2) * 5] as const);
  const bytes = [encode(twkbTypes.line, [[long]]), encode(twkbTypes.line, [[hole]])];
  const reader = read(Uint8Array.from(bytes.flatMap((part) => [...part])));
  expect(reader.ends).toEqual([20_000]);
  reader.next();
  expect(paths(reader)).toEqual([hole.flat()]);
  expect([reader.maxX, reader.maxY]).toEqual([40, 40]);
});

test('what ends within a geometry is refused wherever it ends', () => {
  const shapes = [
    encode(twkbTypes.point, [[[[500, -70_000]]]]),
    encode(twkbTypes.line, [[square]]),
    encode(twkbTypes.multiPolygon, [[square, hole], [square]]),
  ];
  for (const encoded of shapes)
    for (let length = 2; length < encoded.length; length++)
      expect(() => new TwkbReader(encoded.slice(0, length), 1).next(), `${length} bytes`).toThrow('cut off');
});

test('a count larger than what is there reserves no memory', () => {
  const bytes = Uint8Array.from([twkbTypes.line, 0, 255, 255, 255, 255, 127, 2, 2]);
  expect(() => new TwkbReader(bytes, 1).next()).toThrow('cut off');
});

test('other formats are refused: a bounding box, a third dimension, a collection', () => {
  for (const head of [
    [1, 1],
    [1, 8],
    [7, 0],
    [0, 0],
  ])
    expect(() => new TwkbReader(Uint8Array.from([...head, 2, 2]), 1).next()).toThrow('not a geometry');
});
