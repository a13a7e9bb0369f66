import type { GeomStyle } from '../../src/index.ts';
import { type GalleryCell, line, point } from './galleryShapes.ts';

/** Numbers from below the range to beyond it, and an object without one. */
const NUMBERS = ['-5', '0', '12,5', '50', '75.0', '100', '300', 'none'];
const BY_NUMBER: GeomStyle = { sizeField: 'number', sizeMin: 4, sizeMax: 26, sizeFrom: 0, sizeTo: 100 };

const objectsOf = (numbers: readonly string[]) =>
  numbers.map((number, i) => ({
    geometry: point(16 + (i % 4) * 27, 22 + Math.floor(i / 4) * 44),
    data: { number },
  }));

const dots: GeomStyle = { ...BY_NUMBER, pointColor: 'rgba(225,98,127,0.7)', pointRadius: 12 };
const lines: GeomStyle = {
  ...BY_NUMBER,
  sizeLines: true,
  sizeLineMin: 0.5,
  sizeLineMax: 12,
  lineColor: 'rgba(18,81,204,1)',
  lineWidth: 2,
};

/** Sizes by the numbers of a field: each scale, rules, kind of symbol, and lines. */
export const sizeCells: readonly GalleryCell[] = [
  { caption: 'dots by area', style: dots, objects: objectsOf(NUMBERS) },
  { caption: 'by width', style: { ...dots, sizeScale: 'width' }, objects: objectsOf(NUMBERS) },
  {
    caption: 'logarithmic',
    style: { ...dots, sizeScale: 'log', sizeFrom: 1, sizeTo: 1_000, sizeMissing: 'smallest' },
    objects: objectsOf(['0', '1', '3', '10', '100', '500', '1000', 'none']),
  },
  {
    caption: 'forms of two rules',
    style: {
      ...BY_NUMBER,
      pointForm: 'poi',
      pointBgColor: '#8576ab',
      pointIcon: 'fa-tree',
      pointColor: 'white',
      pointSize: 16,
      labelRules: [{ rule: 'data.number=100', pointForm: 'square', pointGradient: true }],
    },
    objects: objectsOf(NUMBERS),
  },
  {
    caption: 'icons alone',
    style: { ...BY_NUMBER, sizeMin: 8, pointIcon: 'fa-bus', pointColor: '#1a5c44' },
    objects: objectsOf(NUMBERS),
  },
  {
    caption: 'lines',
    style: lines,
    objects: NUMBERS.map((number, i) => ({
      geometry: line([6, 8 + i * 10], [50, 14 + i * 10], [106, 4 + i * 10]),
      data: { number },
    })),
  },
  {
    caption: 'dashed, with a pattern',
    style: { ...lines, lineStyle: 'dashed', strokePattern: 'hatch', linePatternColor: 'white' },
    objects: ['10', '60', '100'].map((number, i) => ({
      geometry: line([6, 20 + i * 24], [56, 8 + i * 24], [106, 20 + i * 24]),
      data: { number },
    })),
  },
];
