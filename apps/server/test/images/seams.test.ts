import type { GeomStyle } from '@pgis/cartography';
import type { GalleryObject } from '@pgis/cartography/gallery';
import type { Geometry, Position } from '@pgis/geo';
import { toImageJob } from '@pgis/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImagePool, type ImagePool } from '../../src/rendering/pool/imagePool.ts';

const SIDE_PX = 256;
/** Somewhere in Latvia, not on a round number. */
const origin = [2_683_412.3, 7_748_190.7] as const;

let pool: ImagePool;
beforeAll(() => {
  pool = createImagePool(1);
});
afterAll(() => pool.close());

interface Scene {
  readonly style: GeomStyle;
  readonly objects: readonly GalleryObject[];
}

async function draw(scene: Scene, left: number, top: number, side: number, pixelRatio: number) {
  const window = { left, top, width: side, height: side };
  const image = await pool.render({ ...toImageJob(scene, window, { pixelRatio, origin }), isTile: true });
  return await sharp(image).flatten({ background: '#fff' }).removeAlpha().raw().toBuffer();
}

/** Compares one image with four parts put together, by the channel that differs most. */
async function compareParts(scene: Scene, pixelRatio: number) {
  const wholeImage = await draw(scene, 0, 0, 2 * SIDE_PX, pixelRatio);
  const side = SIDE_PX * pixelRatio;
  const found = { coloured: 0, soft: 0, wrong: 0 };
  for (const [column, row] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const part = await draw(scene, column * SIDE_PX, row * SIDE_PX, SIDE_PX, pixelRatio);
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const here = 3 * (y * side + x);
        const there = 3 * ((row * side + y) * 2 * side + column * side + x);
        const maxDifference = (other: (channel: number) => number) =>
          Math.max(...[0, 1, 2].map((i) => Math.abs((wholeImage[there + i] ?? 0) - other(i))));
        if (maxDifference(() => 255) > 0) found.coloured++;
        const difference = maxDifference((i) => part[here + i] ?? 0);
        if (difference > WRONG) found.wrong++;
        else if (difference > SOFT) found.soft++;
      }
  }
  return found;
}

/** Channel differences out of 255. Skia antialiases an edge differently where the canvas cuts it; a misplaced shape differs by more. */
const WRONG = 64;
const SOFT = 16;

const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const polygon = (...coordinates: Position[][]): Geometry => ({ type: 'Polygon', coordinates });
const point = (x: number, y: number): Geometry => ({ type: 'Point', coordinates: [x, y] });
const plain = (geometry: Geometry): GalleryObject => ({ geometry });

/** Objects across both seams and just beside them, at fractions of pixels. */
const points = [256, 250.3, 262.6, 120.2, 380.9].flatMap((x) =>
  [256, 247.4, 265.1, 90.5, 410].map((y) => plain(point(x, y))),
);
const winding = line(
  [-40.3, 100.6],
  [120.2, 180.3],
  [255.7, 90.1],
  [256.4, 300.9],
  [390.2, 250.6],
  [600.8, 400.2],
);
const far = line([-9_000_000.4, -3_000_010.2], [3_000_500.6, 1_000_320.9]);
const shapes = [
  plain(polygon([...shell(30.3, 40.8, 300.4, 240.1)], [...shell(200.2, 200.6, 110.1, 100.7)].reverse())),
  plain(polygon(shell(-500.1, 330.6, 2_000.3, 60.2))),
  plain(polygon(shell(255.5, 10.2, 1, 480))),
];
const larger = [plain(polygon(shell(-5_000_000.3, -4_000_000.9, 9_000_000, 8_000_000)))];

function shell(x: number, y: number, width: number, height: number): Position[] {
  return [
    [x, y],
    [x, y + height],
    [x + width, y + height],
    [x + width, y],
    [x, y],
  ];
}

const marker: GeomStyle = {
  pointForm: 'marker',
  pointBgColor: '#8576ab',
  pointColor: 'white',
  pointIcon: 'fa-tree',
  pointRotation: 20,
};
const blue = { lineColor: 'rgba(18,81,204,1)', fillColor: 'rgba(18,81,204,0.3)' };

const scenes: Readonly<Record<string, Scene>> = {
  points: { style: marker, objects: points },
  'large points': { style: { ...marker, pointRadius: 128, pointSize: 200 }, objects: points.slice(0, 6) },
  'labels of points': {
    style: { pointColor: '#8576ab', labelSize: 30 },
    objects: [
      { geometry: point(253, 60), label: 'Across the seam and further' },
      { geometry: point(340, 170), label: 'A label as long as a sentence' },
      { geometry: point(240, 250), label: 'Kept clear' },
      { geometry: point(300, 262), label: 'Gives way to it' },
    ],
  },
  'labels of polygons': {
    style: { ...blue, labelSize: 26 },
    objects: [
      { geometry: polygon(shell(40, 30, 440, 90)), label: 'Vidus, pāri robežai' },
      { geometry: polygon(shell(-900, 200, 2_400, 250)), label: 'Larger than the view' },
    ],
  },
  'labels of lines': {
    style: { ...blue, lineWidth: 3, labelSize: 22 },
    objects: [
      { geometry: line([-700, 240], [1_300, 262]), label: 'Brīvības iela' },
      { geometry: line([120, 500], [250, 400], [410, 330]), label: 'Pāri robežai' },
      { geometry: far, label: 'Ļoti garš ceļš' },
    ],
  },
  lines: { style: { ...blue, lineWidth: 5 }, objects: [plain(winding)] },
  'dashed lines': { style: { ...blue, lineWidth: 4, lineStyle: 'dashed' }, objects: [plain(winding)] },
  'lines with a pattern': {
    style: { ...blue, lineWidth: 12, strokePattern: 'pine', linePatternColor: 'white' },
    objects: [plain(winding)],
  },
  polygons: { style: { ...blue, lineWidth: 1.5 }, objects: shapes },
  'polygons with wide outlines': { style: { ...blue, lineWidth: 9 }, objects: shapes },
  'polygons with patterns': {
    style: { ...blue, fillPattern: 'forest', fillPatternColor: '#1a5c44', lineWidth: 2 },
    objects: shapes,
  },
  'dashed outlines': { style: { ...blue, lineStyle: 'dashed', lineWidth: 3 }, objects: shapes },
  'a line of thousands of kilometres, dashed': {
    style: { ...blue, lineWidth: 4, lineStyle: 'dashed' },
    objects: [plain(far)],
  },
  'a polygon around the view': { style: { ...blue, lineWidth: 2 }, objects: larger },
  'a polygon around the view with a pattern': {
    style: { ...blue, fillPattern: 'hatch', lineStyle: 'dashed' },
    objects: larger,
  },
};

test.each(Object.keys(scenes).flatMap((name) => [1, 2].map((ratio) => [name, ratio] as const)))(
  'LOAD-08: %s at %d pixels a pixel are the same in one image and in four put together',
  async (name, ratio) => {
    const { coloured, soft, wrong } = await compareParts(scenes[name] as Scene, ratio);
    console.log(`${name}, ratio ${ratio}: of ${coloured} pixels ${wrong} wrong, ${soft} softer or harder`);
    expect(coloured).toBeGreaterThan(200);
    expect(wrong).toBe(0);
    expect(soft).toBeLessThan(0.05 * coloured);
  },
);
