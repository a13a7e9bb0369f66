import { expect, test } from 'vitest';
import { aFeature } from '../../testing/aFeature.ts';
import { compileDrawings } from './objectStyles.ts';
import { toOlFeature } from './toOlFeature.ts';

const object = aFeature({
  wkt: 'POLYGON((0 0,9 0,9 9,0 9,0 0))',
  geomStyleIndex: 1,
  data: { krajaUzHa: '2' },
});
const geomStyles = [
  { classId: 1, geomStyle: { fillColor: 'rgba(255,0,0,1)' } },
  { classId: 2, geomStyle: { fillColor: 'rgba(0,0,255,1)' } },
  { classId: 3, geomStyle: { theme: 'volume' } },
];

/** Returns the fill of an object with this style index. */
const fillOf = (index: number) => {
  const drawing = compileDrawings(geomStyles, 1)(index);
  const feature = toOlFeature({ kind: 'polygon', wire: { ...object, geomStyleIndex: index }, ...drawing });
  return feature && drawing.style(feature, 1)?.[0]?.getFill()?.getColor();
};

test('STYLE-26: an object is drawn with geomStyles[geomStyleIndex].geomStyle', () => {
  expect([0, 1].map(fillOf)).toEqual(['rgba(255,0,0,1)', 'rgba(0,0,255,1)']);
});

test('D-THEME-01: a theme reads the data of the object', () => {
  expect(fillOf(2)).toBe('rgba(157,189,97,0.8)');
});

test('the thinning of a zoom draws the same style with a smaller symbol, and the next answer without it as it is', () => {
  const geomStyle = { lineWidth: 3, lineColor: 'rgba(1,2,3,1)' };
  const widthOf = (thinning?: { point: number; polygon: number }) => {
    const drawing = compileDrawings([{ classId: 1, geomStyle, ...(thinning && { thinning }) }], 1)(0);
    const feature = toOlFeature({ kind: 'polygon', wire: { ...object, geomStyleIndex: 0 }, ...drawing });
    return feature && drawing.style(feature, 1)?.[0]?.getStroke()?.getWidth();
  };
  expect([
    widthOf(),
    widthOf({ point: 0, polygon: 2 }),
    widthOf({ point: 0, polygon: 4 }),
    widthOf(),
  ]).toEqual([3, 0.6, undefined, 3]);
});

test('an index without a style means defaults', () => {
  expect(fillOf(9)).toBe('rgba(255,0,0,1)');
});
