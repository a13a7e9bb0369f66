import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Geometry, mapPositions, type Position, toMercator } from '@pgis/geo';
import proj4 from 'proj4';
import { SourceError } from './SourceError.ts';

/** Reference systems in use in and around Latvia, with exact parameters. Source: definitions of epsg.io. */
const known: Readonly<Record<string, string>> = {
  'EPSG:3059':
    '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=-6000000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  'EPSG:3301':
    '+proj=lcc +lat_0=57.5175539305556 +lon_0=24 +lat_1=59.3333333333333 +lat_2=58 +x_0=500000 +y_0=6375000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  'EPSG:3346':
    '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9998 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  'EPSG:25834': '+proj=utm +zone=34 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  'EPSG:25835': '+proj=utm +zone=35 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  'EPSG:32634': '+proj=utm +zone=34 +datum=WGS84 +units=m +no_defs',
  'EPSG:32635': '+proj=utm +zone=35 +datum=WGS84 +units=m +no_defs',
};

/**
 * Returns a function from a coordinate system to EPSG:3857. `crs` is `EPSG:…`, or proj4 or WKT text as a .prj file has it; undefined and
 * EPSG:4326 are longitude and latitude in degrees (x first, as GeoJSON has it).
 *
 * @throws Error for a system that is not known.
 */
export function toMercatorFrom(crs: string | undefined): (geometry: Geometry) => Geometry {
  if (crs === undefined || /^(EPSG:4326|OGC:CRS84)$/i.test(crs))
    return (geometry) => mapPositions(geometry, fromDegrees);
  if (/^EPSG:(3857|900913)$/i.test(crs)) return (geometry) => geometry;
  const definition = getDefinition(crs);
  if (definition === undefined)
    throw new SourceError(
      'UNKNOWN_CRS',
      `The coordinate system ${crs.slice(0, 60)} is not known. Known: EPSG codes such as ${Object.keys(known).join(', ')}; or give a proj4 text.`,
    );
  const converter = proj4(definition, 'EPSG:3857');
  return (geometry) =>
    mapPositions(geometry, ([x, y]) => roundToMm(converter.forward([x, y]) as [number, number]));
}

/** Folder of the package `epsg-index`, which has a file for each code. */
const epsgFolder = dirname(fileURLToPath(import.meta.resolve('epsg-index/package.json')));

interface EpsgEntry {
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly proj4: string | null;
}

/** Finds a coordinate system of the EPSG register by its code, such as `3059`. */
export function findEpsgEntry(code: string): EpsgEntry | undefined {
  if (!/^\d{4,6}$/.test(code)) return undefined;
  try {
    return JSON.parse(readFileSync(join(epsgFolder, 's', `${code}.json`), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the definition for proj4 of `EPSG:…`, or of a text that is one; undefined where we know none. */
export function getDefinition(crs: string): string | undefined {
  const definition = known[crs.toUpperCase()];
  if (definition) return definition;
  if (/^\+proj=|^(PROJCS|GEOGCS|PROJCRS|GEOGCRS)\[/.test(crs)) return crs;
  return findEpsgEntry(/^EPSG:(\d+)$/i.exec(crs)?.[1] ?? '')?.proj4 ?? undefined;
}

/** Degrees outside the world stay outside, so that the geometry check refuses them. */
const fromDegrees = (position: Position): Position =>
  Math.abs(position[0]) <= 180 && Math.abs(position[1]) <= 90
    ? roundToMm(toMercator(position))
    : [Number.NaN, Number.NaN];

/** Rounds to millimetres, far below the accuracy of any survey; it halves the text. */
const roundToMm = ([x, y]: readonly [number, number]): Position => [
  Math.round(x * 1000) / 1000,
  Math.round(y * 1000) / 1000,
];

/** Changes the axes of a geometry: its coordinates were read with north before east. */
export const swapAxes = (geometry: Geometry): Geometry => mapPositions(geometry, ([x, y]) => [y, x]);
