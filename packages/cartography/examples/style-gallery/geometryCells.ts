import type { Position } from '@pgis/geo';
import type { GeomStyle } from '../../src/index.ts';
import { type GalleryCell, INK, line, point, polygon, ring, sheet } from './galleryShapes.ts';

const backwards = (positions: readonly Position[]): Position[] => positions.toReversed();
const BLUE = 'rgba(18,81,204,1)';
const GREEN = '#1a5c44';
const GLASS = 'rgba(48,138,105,0.42)';
const translucent: GeomStyle = { fillColor: GLASS, lineColor: GREEN, lineWidth: 2 };

/** One point per corner of the cell, so that a missing or flipped one shows. */
const corners: readonly Position[] = [
  [28, 22],
  [84, 22],
  [28, 66],
  [84, 66],
];

/** A shell with a hole that touches it in one point, and one with a hole in each direction. */
const holes = polygon(
  ring(6, 8, 100, 72),
  [
    [6, 44],
    [30, 20],
    [46, 44],
    [30, 68],
    [6, 44],
  ],
  ring(58, 18, 18, 52),
  backwards(ring(84, 18, 14, 52)),
);

/** Multi geometries. */
export const partCells: readonly GalleryCell[] = [
  {
    caption: 'several points',
    style: { pointForm: 'marker', pointBgColor: '#8576ab', pointIcon: 'fa-tree', pointColor: 'white' },
    objects: [
      { geometry: { type: 'MultiPoint', coordinates: corners.map(([x = 0, y = 0]) => [x, y + 14]) } },
    ],
  },
  {
    caption: 'several lines',
    style: { lineColor: BLUE, lineWidth: 6, strokePattern: 'hatch', linePatternColor: 'white' },
    objects: [
      {
        geometry: {
          type: 'MultiLineString',
          coordinates: [
            corners.slice(0, 2),
            corners.slice(2),
            [
              [50, 30],
              [60, 44],
              [50, 58],
            ],
          ],
        },
      },
    ],
  },
  {
    caption: 'several, dashed',
    style: { lineColor: BLUE, lineWidth: 4, lineStyle: 'dashed' },
    objects: [
      {
        geometry: {
          type: 'MultiLineString',
          coordinates: [
            [
              [8, 14],
              [104, 14],
            ],
            [
              [8, 30],
              [104, 74],
            ],
            [
              [8, 74],
              [104, 44],
            ],
          ],
        },
      },
    ],
  },
  {
    caption: 'several polygons',
    style: translucent,
    objects: [
      {
        geometry: {
          type: 'MultiPolygon',
          coordinates: [
            [ring(6, 8, 44, 72), backwards(ring(16, 18, 24, 20)), backwards(ring(16, 48, 24, 22))],
            [ring(62, 8, 44, 30)],
            [ring(62, 50, 44, 30), backwards(ring(76, 58, 16, 14))],
          ],
        },
      },
    ],
  },
  {
    caption: 'parts side by side',
    style: { ...translucent, lineColor: 'rgba(26,92,68,0.5)' },
    objects: [
      {
        geometry: {
          type: 'MultiPolygon',
          coordinates: [[ring(8, 8, 48, 40)], [ring(57, 8, 48, 40)], [backwards(ring(8, 49, 97, 30))]],
        },
      },
    ],
  },
  {
    caption: 'island in a hole',
    style: { ...translucent, fillPattern: 'brick', fillPatternColor: INK },
    objects: [
      {
        geometry: {
          type: 'MultiPolygon',
          coordinates: [[ring(6, 6, 100, 76), backwards(ring(24, 20, 64, 48))], [ring(42, 34, 28, 20)]],
        },
      },
    ],
  },
];

/** Rings in both directions: the direction may neither fill a hole nor shift the dashes. */
export const holeCells: readonly GalleryCell[] = [
  { caption: 'holes', style: translucent, objects: [{ geometry: holes }] },
  {
    caption: 'holes, pattern',
    style: { ...translucent, fillPattern: 'hatch', fillPatternColor: INK },
    objects: [{ geometry: holes }],
  },
  {
    caption: 'holes, dashed',
    style: { ...translucent, lineWidth: 4, lineStyle: 'dashed' },
    objects: [{ geometry: holes }],
  },
  {
    caption: 'holes, pattern along',
    style: { ...translucent, lineWidth: 6, strokePattern: 'cross', linePatternColor: 'white' },
    objects: [{ geometry: holes }],
  },
  {
    caption: 'wide around holes',
    style: { ...translucent, lineWidth: 8, lineStyle: 'dashed' },
    objects: [
      {
        geometry: polygon(
          backwards(ring(10, 10, 92, 68)),
          backwards(ring(28, 28, 20, 32)),
          ring(64, 28, 20, 32),
        ),
      },
    ],
  },
];

const star = (x: number, y: number, radius: number): Position[] =>
  Array.from({ length: 11 }, (_, i) => {
    const angle = (i * Math.PI) / 5;
    const reach = i % 2 === 0 ? radius : radius * 0.4;
    return [Math.round(x + reach * Math.sin(angle)), Math.round(y - reach * Math.cos(angle))];
  });

/** Acute, right and obtuse corners: line joins and caps. */
const cornersOf = (lineWidth: number, lineStyle: 'solid' | 'dashed'): GalleryCell => ({
  caption: `corners, ${lineWidth} px${lineStyle === 'dashed' ? ', dashed' : ''}`,
  style: { lineColor: BLUE, fillColor: 'rgba(18,81,204,0.2)', lineWidth, lineStyle },
  objects: [
    { geometry: polygon(star(32, 34, 26)) },
    { geometry: sheet(70, 10, 32, 14) },
    {
      geometry: line([70, 44], [102, 36], [70, 56], [102, 62], [94, 76], [84, 76], [70, 66]),
    },
    { geometry: line([10, 74], [26, 74], [18, 74]) },
    { geometry: line([40, 74], [52, 78], [46, 66]) },
  ],
});

export const cornerCells: readonly GalleryCell[] = [
  ...[1, 1.5, 2, 3, 6, 10].map((width) => cornersOf(width, 'solid')),
  ...[1, 3, 10].map((width) => cornersOf(width, 'dashed')),
];

const translucentWidths = [1, 2, 5, 10].map(
  (lineWidth): GalleryCell => ({
    caption: `translucent, ${lineWidth} px`,
    style: { fillColor: GLASS, lineColor: 'rgba(173,40,31,0.5)', lineWidth },
    objects: [
      { geometry: polygon(ring(10, 10, 64, 44), ring(26, 22, 28, 20)) },
      { geometry: polygon(star(76, 54, 28)) },
      { geometry: line([10, 72], [40, 66], [60, 80]) },
      { geometry: line([20, 80], [44, 60]) },
    ],
  }),
);

/** Objects smaller than a pixel or without an area must stay visible. */
const smallCell: GalleryCell = {
  caption: 'small and thin',
  style: { fillColor: '#1251cc', lineColor: '#1251cc', lineWidth: 1 },
  objects: [
    ...[0.25, 0.5, 1, 1.5, 2, 3].map((side, i) => ({ geometry: sheet(8 + 16 * i, 12, side, side) })),
    ...[0.25, 0.5, 1, 2].map((height, i) => ({ geometry: sheet(8 + 26 * i, 32, 20, height) })),
    ...[0, 0.25, 0.5].map((length, i) => ({ geometry: line([10 + 20 * i, 52], [10 + 20 * i + length, 52]) })),
    { geometry: polygon(ring(70, 52, 20, 0)) },
    ...[0, 1, 2, 3].map((i) => ({
      geometry: polygon([
        [8 + 26 * i, 66],
        [28 + 26 * i, 66 + i],
        [28 + 26 * i, 67 + i],
        [8 + 26 * i, 66],
      ]),
    })),
  ],
};

export const outlineCells: readonly GalleryCell[] = [...translucentWidths, smallCell];

/** Symbols at rotations all the way round. */
export const turnedCells: readonly GalleryCell[] = (
  ['marker', 'blazon', 'bookmark', 'triangle'] as const
).map((pointForm) => ({
  caption: `turned: ${pointForm}`,
  style: {
    pointForm,
    pointBgColor: '#9f5940',
    pointColor: 'white',
    pointIcon: 'fa-bus',
    pointGradient: true,
    pointRadius: 10,
    labelEnabled: false,
    labelRules: [45, 90, 135, 180, 275].map((pointRotation) => ({
      rule: `data.turn=${pointRotation}`,
      pointRotation,
    })),
  },
  objects: [0, 45, 90, 135, 180, 275].map((turn, i) => ({
    geometry: point(24 + 30 * (i % 3), 30 + 32 * Math.floor(i / 3)),
    data: { turn: String(turn) },
  })),
}));
