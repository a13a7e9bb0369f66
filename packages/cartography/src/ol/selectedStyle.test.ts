import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import CircleStyle from 'ol/style/Circle.js';
import { expect, test } from 'vitest';
import { selectedStyle } from './selectedStyle.ts';

test('SEL-02: the highlight is red inside, black 5 px around, a circle of radius 15 for points', () => {
  const [style] = selectedStyle();
  expect(style?.getFill()?.getColor()).toBe('#ff0000');
  expect(style?.getStroke()?.getColor()).toBe('#000000');
  expect(style?.getStroke()?.getWidth()).toBe(5);
  const image = style?.getImage();
  expect(image).toBeInstanceOf(CircleStyle);
  if (!(image instanceof CircleStyle)) return;
  expect(image.getRadius()).toBe(15);
  expect(image.getFill()?.getColor()).toBe('#ff0000');
  expect(image.getStroke()?.getColor()).toBe('#000000');
  expect(image.getStroke()?.getWidth()).toBe(5);
});

test('a line carries a red core in its black outline, other kinds do not', () => {
  const [, core] = selectedStyle();
  const line = new LineString([
    [0, 0],
    [1, 1],
  ]);
  expect(core?.getStroke()?.getColor()).toBe('#ff0000');
  expect(core?.getGeometryFunction()(new Feature(line))).toBe(line);
  expect(core?.getGeometryFunction()(new Feature(new Point([0, 0])))).toBeUndefined();
});
