import type { ExportCrs } from '@pgis/contract';
import { type Geometry, mapPositions, toLonLat } from '@pgis/geo';
import proj4 from 'proj4';
import { crsDefinitions } from './crsDefinitions.ts';

/** Returns a function from EPSG:3857 to a coordinate system; x is always the easting or longitude. */
export function projectTo(crs: ExportCrs): (geometry: Geometry) => Geometry {
  if (crs === 'EPSG:3857') return (geometry) => geometry;
  if (crs === 'EPSG:4326') return (geometry) => mapPositions(geometry, toLonLat);
  const converter = proj4('EPSG:3857', crsDefinitions[crs].wkt);
  return (geometry) => mapPositions(geometry, ([x, y]) => converter.forward([x, y]) as [number, number]);
}
