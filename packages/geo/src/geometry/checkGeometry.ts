import { HALF_WORLD_M } from '../projection/webMercator.ts';
import {
  GEOMETRY_LIMITS,
  type GeometryProblem,
  type GeometryProblemCode,
  MAX_GEOMETRY_PROBLEMS,
} from './GeometryProblem.ts';
import type { Geometry, PolygonRings, Position, Ring } from './geometry.ts';

/**
 * Applies the rules of `parseWkt` to a geometry in EPSG:3857 that did not come as text: finite, inside the world,
 * within the limits, closed rings. Returns up to ten problems, none for a valid geometry. A self-crossing ring passes
 * here too.
 */
export const checkGeometry = (geometry: Geometry): readonly GeometryProblem[] => {
  const problems: GeometryProblem[] = [];
  const addProblem = (path: string, code: GeometryProblemCode): void => {
    if (problems.length < MAX_GEOMETRY_PROBLEMS) problems.push({ path, code });
  };
  const count = { vertices: 0, rings: 0 };

  const checkPosition = ([x, y]: Position, path: string): void => {
    count.vertices += 1;
    if (!Number.isFinite(x) || !Number.isFinite(y)) addProblem(path, 'GEOMETRY_NUMBER');
    else if (Math.abs(x) > HALF_WORLD_M || Math.abs(y) > HALF_WORLD_M) addProblem(path, 'GEOMETRY_OUTSIDE');
  };
  const checkEach = <T>(items: readonly T[], path: string, check: (item: T, path: string) => void): void => {
    if (items.length === 0) addProblem(path, 'GEOMETRY_EMPTY');
    for (const [i, item] of items.entries()) check(item, `${path}[${i}]`);
  };
  const checkParts = <T>(parts: readonly T[], check: (part: T, path: string) => void): void => {
    if (parts.length > GEOMETRY_LIMITS.parts) addProblem('', 'GEOMETRY_TOO_MANY_PARTS');
    else checkEach(parts, '', check);
  };
  const checkLine = (line: readonly Position[], path: string): void => {
    checkEach(line, path, checkPosition);
    if (line.length === 1) addProblem(path, 'GEOMETRY_LINE_SHORT');
  };
  const checkRing = (ring: Ring, path: string): void => {
    count.rings += 1;
    checkEach(ring, path, checkPosition);
    const [first, last] = [ring[0], ring.at(-1)];
    if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) addProblem(path, 'GEOMETRY_RING_OPEN');
    else if (ring.length > 0 && ring.length < 4) addProblem(path, 'GEOMETRY_RING_SHORT');
  };
  const checkPolygon = (rings: PolygonRings, path: string): void => checkEach(rings, path, checkRing);

  switch (geometry.type) {
    case 'Point':
      checkPosition(geometry.coordinates, '');
      break;
    case 'MultiPoint':
      checkParts(geometry.coordinates, checkPosition);
      break;
    case 'LineString':
      checkLine(geometry.coordinates, '');
      break;
    case 'MultiLineString':
      checkParts(geometry.coordinates, checkLine);
      break;
    case 'Polygon':
      checkPolygon(geometry.coordinates, '');
      break;
    case 'MultiPolygon':
      checkParts(geometry.coordinates, checkPolygon);
      break;
  }
  if (count.vertices > GEOMETRY_LIMITS.vertices) addProblem('', 'GEOMETRY_TOO_MANY_VERTICES');
  if (count.rings > GEOMETRY_LIMITS.rings) addProblem('', 'GEOMETRY_TOO_MANY_RINGS');
  return problems;
};
