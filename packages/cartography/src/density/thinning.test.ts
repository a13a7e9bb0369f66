import { resolutionFromZoom } from '@pgis/geo';
import { expect, test } from 'vitest';
import { describeSymbol } from '../symbols/describeSymbol.ts';
import { thinningAt, thinSymbol } from './thinning.ts';

const spacedAt12 = (px: number) => px * resolutionFromZoom(12);

test.each([
  [28, 0],
  [27.9, 1],
  [14, 1],
  [13.9, 2],
  [8, 2],
  [7.9, 3],
  [4, 3],
  [3.9, 4],
])('points %d px apart are thinned by step %d', (px, point) => {
  expect(thinningAt({ pointM: spacedAt12(px), polygonM: null }, 12)?.point ?? 0).toBe(point);
});

test.each([
  [24, 0],
  [23.9, 1],
  [12, 1],
  [11.9, 2],
  [6, 2],
  [5.9, 3],
  [4, 3],
  [3.9, 4],
])('polygons with a side of %d px are thinned by step %d', (px, polygon) => {
  expect(thinningAt({ pointM: null, polygonM: spacedAt12(px) }, 12)?.polygon ?? 0).toBe(polygon);
});

test('distances double with each zoom, so that near zooms are drawn as specified', () => {
  const spacing = { pointM: spacedAt12(3), polygonM: null };
  const steps = [12, 13, 14, 15, 16].map((zoom) => thinningAt(spacing, zoom)?.point);
  expect(steps).toEqual([4, 3, 2, 1, undefined]);
  expect(thinningAt({ pointM: null, polygonM: null }, 0)).toBeUndefined();
});

const pointAt = (step: number, style = {}) =>
  thinSymbol(
    describeSymbol(
      {
        pointForm: 'marker',
        pointRadius: 12,
        pointIcon: 'fa-tree',
        pointBgColor: '#102030',
        pointRotation: 45,
        ...style,
      },
      { kind: 'point' },
    ),
    { point: step, polygon: 0 },
  ).point;

test('a crowded point becomes a dot of its colour that shrinks, loses its rim and fades', () => {
  const dot = { form: 'circle', rotationRad: 0 };
  expect([1, 2, 3, 4].map((step) => pointAt(step))).toEqual([
    { ...dot, radiusPx: 5, background: [16, 32, 48, 1], ring: { color: [255, 255, 255, 1], widthPx: 1.25 } },
    {
      ...dot,
      radiusPx: 3.2,
      background: [16, 32, 48, 1],
      ring: { color: [255, 255, 255, 1], widthPx: 0.75 },
    },
    { ...dot, radiusPx: 2, background: [16, 32, 48, 0.8], ring: { color: [255, 255, 255, 1], widthPx: 0 } },
    {
      ...dot,
      radiusPx: 1.2,
      background: [16, 32, 48, 0.55],
      ring: { color: [255, 255, 255, 1], widthPx: 0 },
    },
  ]);
  expect(pointAt(0)).toMatchObject({ form: 'marker', radiusPx: 12 });
});

test('a dot is never larger than the symbol, and an icon alone gives it its colour', () => {
  expect(pointAt(1, { pointRadius: 2 })?.radiusPx).toBe(2);
  expect(pointAt(1, { pointForm: 'none', pointColor: '#ff0000', pointSize: 8 })).toMatchObject({
    radiusPx: 4,
    background: [255, 0, 0, 1],
  });
});

const polygonAt = (step: number, style = {}) =>
  thinSymbol(
    describeSymbol(
      { fillColor: 'rgba(0,0,255,0.6)', lineColor: '#ff0000', lineWidth: 3, ...style },
      { kind: 'polygon' },
    ),
    { point: 4, polygon: step },
  );

test('outlines of small polygons thin, fade and go; a weak fill remains', () => {
  const strokes = [1, 2, 3, 4].map((step) => polygonAt(step).stroke);
  expect(strokes).toEqual([
    { widthPx: 1, paint: { color: [255, 0, 0, 0.8] } },
    { widthPx: 0.6, paint: { color: [255, 0, 0, 0.5] } },
    { widthPx: 0.4, paint: { color: [255, 0, 0, 0.35] } },
    undefined,
  ]);
  expect([1, 2, 3, 4].map((step) => polygonAt(step).fill?.color[3])).toEqual([0.6, 0.6, 0.6, 0.3]);
  expect(polygonAt(4, { fillColor: 'rgba(0,0,255,0.2)' }).fill?.color).toEqual([0, 0, 255, 0.2]);
});

test('a thin outline stays as thin, and a polygon of an outline only does not disappear', () => {
  expect(polygonAt(1, { lineWidth: 0.5 }).stroke?.widthPx).toBe(0.5);
  expect(polygonAt(2, { lineWidth: 0 }).stroke).toBeUndefined();
  expect(polygonAt(4, { fillColor: 'rgba(0,0,0,0)' }).fill?.color).toEqual([255, 0, 0, 0.3]);
});

test('lines and labels stay as specified', () => {
  const line = describeSymbol({ lineWidth: 4 }, { kind: 'line' });
  expect(thinSymbol(line, { point: 4, polygon: 4 })).toBe(line);
  expect(polygonAt(4, { labelEnabled: true, labelSize: 12 }).label?.sizePx).toBe(12);
});
