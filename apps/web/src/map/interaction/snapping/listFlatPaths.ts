import type Geometry from 'ol/geom/Geometry.js';
import LineString from 'ol/geom/LineString.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import type { FlatPath } from './chooseSnap.ts';

/** The lines, rings and points of a geometry, without copying coordinates. */
export function listFlatPaths(geometry: Geometry): readonly FlatPath[] {
  if (geometry instanceof Polygon || geometry instanceof MultiLineString) {
    return cut(geometry.getFlatCoordinates(), geometry.getEnds());
  }
  if (geometry instanceof MultiPolygon) {
    return cut(geometry.getFlatCoordinates(), geometry.getEndss().flat());
  }
  if (geometry instanceof LineString) {
    const coordinates = geometry.getFlatCoordinates();
    return [{ coordinates, start: 0, end: coordinates.length }];
  }
  if (geometry instanceof Point || geometry instanceof MultiPoint) {
    const coordinates = geometry.getFlatCoordinates();
    // Separate points have no edges between them.
    return cut(
      coordinates,
      Array.from({ length: coordinates.length / 2 }, (_, index) => 2 * index + 2),
    );
  }
  return [];
}

function cut(coordinates: readonly number[], ends: readonly number[]): readonly FlatPath[] {
  return ends.map((end, index) => ({ coordinates, start: ends[index - 1] ?? 0, end }));
}
