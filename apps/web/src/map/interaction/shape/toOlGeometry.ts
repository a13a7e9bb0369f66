import type { Geometry } from '@pgis/geo';
import type OlGeometry from 'ol/geom/Geometry.js';
import LineString from 'ol/geom/LineString.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';

/** Casts away readonly, which ol's types lack; ol copies the coordinates. */
export function toOlGeometry({ type, coordinates }: Geometry): OlGeometry {
  switch (type) {
    case 'Point':
      return new Point(coordinates as unknown as number[]);
    case 'MultiPoint':
      return new MultiPoint(coordinates as unknown as number[][]);
    case 'LineString':
      return new LineString(coordinates as unknown as number[][]);
    case 'MultiLineString':
      return new MultiLineString(coordinates as unknown as number[][][]);
    case 'Polygon':
      return new Polygon(coordinates as unknown as number[][][]);
    case 'MultiPolygon':
      return new MultiPolygon(coordinates as unknown as number[][][][]);
  }
}
