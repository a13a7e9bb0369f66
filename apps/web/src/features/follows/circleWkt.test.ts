import { distanceM, parseWkt, toMercator } from '@pgis/geo';
import { expect, it } from 'vitest';
import { circleWkt } from './circleWkt.ts';

it('a circle is a closed valid polygon with its radius on the ground', () => {
  const wkt = circleWkt([24.1, 56.95], 500);
  const parsed = parseWkt(wkt);
  if (!parsed.ok || parsed.geometry.type !== 'Polygon') throw new Error(wkt);
  const [ring = []] = parsed.geometry.coordinates;
  expect(ring).toHaveLength(33);
  expect(ring[0]).toEqual(ring[32]);
  for (const corner of ring) {
    const radius = distanceM(toMercator([24.1, 56.95]), corner as [number, number]);
    expect(Math.abs(radius - 500)).toBeLessThan(3);
  }
});
