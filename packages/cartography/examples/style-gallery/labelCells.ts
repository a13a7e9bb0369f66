import { LABEL_POSITIONS, type LabelPosition } from '../../src/index.ts';
import {
  type GalleryCell,
  type GalleryObject,
  label,
  line,
  point,
  polygon,
  ring,
  sheet,
} from './galleryShapes.ts';

const quietPolygon = { fillColor: 'rgba(48,138,105,0.42)', lineColor: '#308a69' } as const;

const sidedPoint = {
  pointForm: 'square',
  pointRadius: 6,
  pointBgColor: '#308a69',
  labelSize: 11,
  labelRules: LABEL_POSITIONS.map((labelPosition) => ({ rule: `data.side=${labelPosition}`, labelPosition })),
} as const;

/** A point labelled on the side that its rule asks for. */
const onSide = (side: LabelPosition, x: number, y: number): GalleryObject => ({
  ...label(side.replace('bottom', 'low').replace('-', ' '), point(x, y)),
  data: { side },
});

/** Labels of each geometry kind, and where decluttering hides them. */
export const labelCells: readonly GalleryCell[] = [
  {
    caption: 'below a point',
    style: { pointForm: 'circle', pointRadius: 9, pointBgColor: '#308a69' },
    objects: [label('Ķekava 62', point(56, 34))],
  },
  {
    caption: 'along a line',
    style: { lineColor: '#1251cc', lineWidth: 3, labelSize: 13 },
    objects: [label('Brīvības iela', line([4, 66], [56, 40], [108, 26]))],
  },
  {
    caption: 'within a polygon',
    style: { fillColor: 'rgba(48,138,105,0.42)', lineColor: '#308a69', labelSize: 14 },
    objects: [label('Межа 12', sheet(8, 10, 96, 66))],
  },
  {
    caption: 'colour and size',
    style: { pointColor: '#9f5940', labelColor: 'rgba(159,89,64,1)', labelSize: 22 },
    objects: [label('Ozols', point(56, 24))],
  },
  {
    caption: 'by rules',
    style: {
      pointColor: '#11697a',
      labelSize: 12,
      labelRules: [{ rule: 'data.kind=big', labelSize: 18, labelColor: '#e1627f', pointColor: '#e1627f' }],
    },
    objects: [
      { ...label('small', point(30, 16)) },
      { ...label('big', point(74, 44)), data: { kind: 'big' } },
    ],
  },
  {
    caption: 'giving way',
    style: { pointColor: '#2e363f', labelSize: 13 },
    objects: [
      [28, 8],
      [86, 8],
      [40, 50],
      [54, 54],
    ].map(([x = 0, y = 0], i) => label(`Place ${i + 1}`, point(x, y))),
  },
  {
    caption: 'switched off',
    style: { pointForm: 'marker', pointBgColor: '#8576ab', labelEnabled: false },
    objects: [label('not shown', point(56, 60))],
  },
  {
    caption: 'lines crossing',
    style: { lineColor: '#1251cc', lineWidth: 3, labelSize: 12 },
    objects: [
      label('Rīgas iela', line([4, 20], [108, 20])),
      label('Tērbatas iela', line([6, 84], [100, 4])),
      label('Too short', line([10, 74], [30, 74])),
      label('Once more', line([4, 24], [108, 25])),
    ],
  },
  {
    caption: 'polygons in the way',
    style: { fillColor: 'rgba(48,138,105,0.42)', lineColor: '#308a69', labelSize: 12 },
    objects: [
      label('First', sheet(6, 6, 60, 40)),
      label('Second', sheet(20, 14, 60, 40)),
      label('A long name of a small one', sheet(80, 60, 20, 20)),
      label('Kalns', polygon(ring(6, 52, 60, 30), ring(24, 60, 24, 14))),
    ],
  },
  {
    caption: 'several parts',
    style: { fillColor: 'rgba(159,89,64,0.3)', lineColor: '#9f5940', pointColor: '#9f5940', labelSize: 12 },
    objects: [
      label('Both', { type: 'MultiPolygon', coordinates: [[ring(6, 6, 44, 30)], [ring(58, 6, 48, 30)]] }),
      label('Pair', {
        type: 'MultiPoint',
        coordinates: [
          [24, 52],
          [84, 52],
        ],
      }),
    ],
  },
  {
    caption: 'halo on dark ground',
    style: {
      fillColor: '#2e363f',
      fillPattern: 'hatch',
      fillPatternColor: '#8576ab',
      lineWidth: 1,
      labelSize: 20,
    },
    objects: [label('Āžu purvs', sheet(4, 8, 104, 70))],
  },
  {
    caption: 'halo of its own',
    style: {
      ...quietPolygon,
      labelSize: 22,
      labelColor: '#ffffff',
      labelHaloColor: 'rgba(100,8,104,1)',
      labelHaloWidth: 6,
    },
    objects: [label('Ošu iela', sheet(4, 8, 104, 70))],
  },
  {
    caption: 'without a halo',
    style: { ...quietPolygon, labelSize: 18, labelHaloWidth: 0 },
    objects: [label('Ūdens', sheet(4, 8, 104, 70))],
  },
  {
    caption: 'sides of a point',
    style: sidedPoint,
    objects: [
      onSide('top', 30, 28),
      onSide('bottom', 82, 16),
      onSide('left', 48, 66),
      onSide('right', 64, 66),
    ],
  },
  {
    caption: 'corners of a point',
    style: sidedPoint,
    objects: [onSide('bottom-right', 10, 12), onSide('top-left', 102, 76)],
  },
  {
    caption: 'other corners',
    style: sidedPoint,
    objects: [onSide('bottom-left', 102, 12), onSide('top-right', 10, 76)],
  },
  {
    caption: 'center of a point',
    style: sidedPoint,
    objects: [onSide('center', 30, 30), onSide('auto', 82, 30)],
  },
  ...(['top', 'center', 'bottom'] as const).map(
    (labelPosition): GalleryCell => ({
      caption: `line, ${labelPosition}`,
      style: { lineColor: '#1251cc', lineWidth: 3, labelSize: 13, labelPosition },
      objects: [label('Brīvības iela', line([4, 66], [56, 40], [108, 26]))],
    }),
  ),
  {
    caption: 'polygon, right',
    style: { ...quietPolygon, labelSize: 13, labelPosition: 'right' },
    objects: [label('Kalns', sheet(8, 10, 60, 66))],
  },
  {
    caption: 'offset',
    style: { ...quietPolygon, pointColor: '#9f5940', labelSize: 13, labelOffsetX: 20, labelOffsetY: 4 },
    objects: [label('Lauks', sheet(8, 6, 60, 40)), label('Aka', point(40, 60))],
  },
  {
    caption: 'offset from a line',
    style: { lineColor: '#1251cc', lineWidth: 3, labelSize: 13, labelOffsetY: -8 },
    objects: [label('Upes iela', line([4, 70], [108, 40]))],
  },
  {
    caption: 'priority',
    style: {
      pointColor: '#2e363f',
      labelSize: 13,
      labelRules: [
        { rule: 'data.side=first', labelPriority: 5, labelColor: '#e1627f' },
        { rule: 'data.side=last', labelPriority: -5 },
      ],
    },
    objects: [
      { ...label('Village', point(30, 14)), data: { side: 'last' } },
      { ...label('Capital', point(56, 14)), data: { side: 'first' } },
      label('Town', point(82, 14)),
      { ...label('Free', point(56, 54)), data: { side: 'last' } },
    ],
  },
  {
    caption: 'priority of a line',
    style: {
      lineColor: '#1251cc',
      pointColor: '#2e363f',
      labelSize: 12,
      labelRules: [{ rule: 'data.side=first', labelPriority: 1, lineColor: '#e1627f' }],
    },
    objects: [
      label('Stop', point(56, 10)),
      { ...label('Main street', line([4, 48], [108, 48])), data: { side: 'first' } },
    ],
  },
  {
    caption: 'zoom range',
    style: {
      pointColor: '#8576ab',
      labelSize: 13,
      labelRules: [
        { rule: 'data.side=near', labelMinZoom: 18 },
        { rule: 'data.side=far', labelMaxZoom: 16 },
        { rule: 'data.side=here', labelMinZoom: 17, labelMaxZoom: 17 },
      ],
    },
    objects: ['near', 'far', 'here'].map((side, i) => ({
      ...label(side, point(56, 14 + 24 * i)),
      data: { side },
    })),
  },
];
