import type Geometry from 'ol/geom/Geometry.js';
import LineString from 'ol/geom/LineString.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import { type TwkbReader, twkbTypes } from '../raster/TwkbReader.ts';

/** Copies a geometry for ol, in image pixels from the coordinate system's 0, 0 with y upwards. */
export function toOlGeometry(
  { coordinates, ends, isShell, type }: TwkbReader,
  [originX, originY]: readonly [number, number],
): Geometry {
  const flat: number[] = [];
  const length = ends.at(-1) ?? 0;
  for (let i = 0; i < length; i += 2)
    flat.push((coordinates[i] as number) - originX, originY - (coordinates[i + 1] as number));
  switch (type) {
    case twkbTypes.point:
      return new Point(flat);
    case twkbTypes.multiPoint:
      return new MultiPoint(flat, 'XY');
    case twkbTypes.line:
      return new LineString(flat, 'XY');
    case twkbTypes.multiLine:
      return new MultiLineString(flat, 'XY', [...ends]);
    case twkbTypes.polygon:
      return new Polygon(flat, 'XY', [...ends]);
    default: {
      const polygons: number[][] = [];
      for (const [i, end] of ends.entries())
        if (isShell[i]) polygons.push([end]);
        else polygons.at(-1)?.push(end);
      return new MultiPolygon(flat, 'XY', polygons);
    }
  }
}
