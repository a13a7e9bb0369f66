import type { Geometry, Position } from '../geometry/geometry.ts';

const position = ([x, y]: Position): string => `${x} ${y}`;
const path = (positions: readonly Position[]): string => `(${positions.map(position).join(',')})`;
const paths = (list: readonly (readonly Position[])[]): string => `(${list.map(path).join(',')})`;

const body = (geometry: Geometry): string => {
  switch (geometry.type) {
    case 'Point':
      return `(${position(geometry.coordinates)})`;
    case 'MultiPoint':
      return `(${geometry.coordinates.map((point) => `(${position(point)})`).join(',')})`;
    case 'LineString':
      return path(geometry.coordinates);
    case 'MultiLineString':
    case 'Polygon':
      return paths(geometry.coordinates);
    case 'MultiPolygon':
      return `(${geometry.coordinates.map(paths).join(',')})`;
  }
};

/**
 * Writes well-known text in its normal form, the same bytes as ol and (but for numbers under 1e-6) PostGIS: capitals,
 * no spaces but between x and y, and the shortest digits that read back as the same number (`POLYGON((0 0,1 0,1 1,0
 * 0))`, `MULTIPOINT((1 2),(3 4))`).
 */
export const toWkt = (geometry: Geometry): string => geometry.type.toUpperCase() + body(geometry);
