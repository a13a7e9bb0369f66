import { listPlaces } from '../../src/features/base-map/index.ts';
import { foldText } from '../../src/gazetteer/foldText.ts';
import { UNITS_PER_DEGREE } from '../../src/gazetteer/Gazetteer.ts';
import { type City, notLivedIn, readCities } from '../geoNames.ts';

interface Line extends City {
  readonly displayName: string;
  readonly folded: string;
}

/**
 * Encodes localities of GeoNames (CC BY 4.0) with 1 000 people and more, and seats. Those on the base map have the
 * name it shows.
 */
export function encodeGazetteer(): Buffer {
  const cities = readCities();
  const ownNames = new Map(listPlaces().map(({ geonameId, name }) => [geonameId, name]));
  const lines = cities
    .filter(({ featureCode }) => !notLivedIn.has(featureCode))
    .flatMap((city) => toLines(city, ownNames.get(city.cityId) ?? city.name))
    .sort((a, b) => compare(a.country, b.country) || compare(a.folded, b.folded) || a.cityId - b.cityId);
  const folded = Buffer.from(lines.map((line) => `\n ${line.folded}`).join(''), 'latin1');
  const names = lines.map(({ displayName, country }) => `\n${displayName}\t${country}`).join('');
  const head = Buffer.alloc(8);
  head.writeUInt32LE(lines.length, 0);
  head.writeUInt32LE(folded.length, 4);
  const degrees = (axis: 0 | 1) =>
    toBytes(lines.map(({ loc }) => Math.round(loc.coordinates[axis] * UNITS_PER_DEGREE)));
  const people = toBytes(lines.map(({ population }) => population));
  return Buffer.concat([head, degrees(0), degrees(1), people, folded, Buffer.from(names)]);
}

/** A locality is found by its displayed name and by that of GeoNames: Moskva and Moscow. */
function toLines(city: City, displayName: string): Line[] {
  const names = new Set([displayName, city.name].map(toAscii).filter((name) => name !== ''));
  return [...names].map((folded) => ({ ...city, displayName, folded }));
}

const toAscii = (name: string): string => foldText(name).replace(/[^ -~]/g, '');
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function toBytes(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, index * 4);
  return bytes;
}
