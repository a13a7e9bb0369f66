import type { MapName } from '../../src/features/base-map/MapAsset.ts';
import { boundsOf, distanceInside, isInRing, type Ring } from './rings.ts';
import { toGrid } from './worldGrid.ts';

/** Written by hand for this map: text, longitude, latitude, first and last zoom. Seas in Latvian. */
const seas: readonly NameRow[] = [
  ['Rīgas jūras līcis', 23.55, 57.72, 6, 10],
  ['Baltijas jūra', 19.9, 56.75, 5, 9],
  ['Somu līcis', 25.4, 59.8, 6, 9],
  ['Botnijas līcis', 19.6, 61.8, 5, 8],
  ['Ziemeļjūra', 5.6, 55.9, 5, 8],
  ['Irbes šaurums', 21.95, 57.84, 9, 12],
  ['Väinameri', 23.2, 58.83, 9, 12],
  ['Kuršių marios', 21.02, 55.06, 8, 12],
];

/** Names in the language of the country. The point must lie in the lake; the name is then set in its widest part. */
const lakes: readonly NameRow[] = [
  ['Peipsi järv', 27.5, 58.7, 7, 12],
  ['Võrtsjärv', 26.03, 58.28, 8, 12],
  ['Narva veehoidla', 28.147, 59.289, 9, 12],
  ['Lubāns', 26.88, 56.76, 8, 12],
  ['Rāznas ezers', 27.45, 56.32, 9, 12],
  ['Engures ezers', 23.12, 57.25, 9, 12],
  ['Burtnieks', 25.24, 57.74, 9, 12],
  ['Usmas ezers', 22.16, 57.19, 9, 12],
  ['Babītes ezers', 23.75, 56.92, 10, 12],
  ['Papes ezers', 21.05, 56.18, 9, 12],
  ['Rušons', 27.04, 56.19, 10, 12],
  ['Sīvera ezers', 27.33, 56.025, 10, 12],
  ['Cirma ezers', 27.61, 56.56, 10, 12],
  ['Alūksnes ezers', 27.09, 57.45, 10, 12],
  ['Ežezers', 27.6, 56.167, 10, 12],
  ['Juglas ezers', 24.29, 56.975, 11, 12],
  ['Lielais Baltezers', 24.295, 57.025, 11, 12],
  ['Drūkšiai', 26.57, 55.62, 9, 12],
  ['Kauno marios', 24.14, 54.859, 9, 12],
  ['Narach', 26.77, 54.85, 9, 12],
  ['Osveya', 28.182, 56.049, 10, 12],
];

/** Rivers, at positions of their middle line. */
const rivers: readonly NameRow[] = [
  ['Daugava', 24.0903, 56.9885, 11, 19],
  ['Daugava', 24.7119, 56.7419, 10, 12],
];

/** Districts of Rīga that GeoNames lacks; positions are good to about half a kilometre. */
const districts: readonly NameRow[] = [
  ['Centrs', 24.121, 56.957, 12, 16],
  ['Vecrīga', 24.107, 56.949, 13, 16],
  ['Āgenskalns', 24.073, 56.938, 11, 16],
  ['Torņakalns', 24.09, 56.93, 12, 16],
  ['Ziepniekkalns', 24.097, 56.902, 11, 16],
  ['Imanta', 24.015, 56.957, 11, 16],
  ['Zolitūde', 24.01, 56.942, 12, 16],
  ['Iļģuciems', 24.06, 56.968, 12, 16],
  ['Dzirciems', 24.055, 56.96, 13, 16],
  ['Zasulauks', 24.05, 56.95, 13, 16],
  ['Ķīpsala', 24.082, 56.956, 13, 16],
  ['Purvciems', 24.185, 56.957, 11, 16],
  ['Pļavnieki', 24.21, 56.942, 11, 16],
  ['Teika', 24.175, 56.97, 12, 16],
  ['Jugla', 24.24, 56.985, 11, 16],
  ['Mežciems', 24.24, 56.97, 12, 16],
  ['Dreiliņi', 24.23, 56.95, 13, 16],
  ['Čiekurkalns', 24.17, 56.987, 12, 16],
  ['Sarkandaugava', 24.13, 56.998, 11, 16],
  ['Vecmīlgrāvis', 24.11, 57.033, 11, 16],
  ['Trīsciems', 24.14, 57.055, 12, 16],
  ['Vecāķi', 24.105, 57.075, 11, 16],
  ['Ķengarags', 24.19, 56.913, 11, 16],
  ['Šķirotava', 24.205, 56.925, 12, 16],
  ['Rumbula', 24.24, 56.887, 12, 16],
  ['Dārzciems', 24.185, 56.94, 13, 16],
  ['Maskavas forštate', 24.14, 56.938, 12, 16],
  ['Grīziņkalns', 24.15, 56.96, 13, 16],
  ['Skanste', 24.12, 56.968, 12, 16],
  ['Andrejsala', 24.093, 56.97, 13, 16],
  ['Kundziņsala', 24.107, 57.008, 12, 16],
  ['Spilve', 24.07, 56.99, 12, 16],
  ['Bieriņi', 24.055, 56.918, 12, 16],
  ['Pleskodāle', 24.04, 56.93, 13, 16],
  ['Šampēteris', 24.04, 56.94, 13, 16],
];

/** Countries by their own names. */
const countries: readonly NameRow[] = [
  ['Latvija', 25.9, 56.35, 4, 7],
  ['Eesti', 25.75, 58.72, 4, 7],
  ['Lietuva', 23.6, 55.45, 4, 7],
  ['Suomi', 25.6, 62.6, 4, 7],
  ['Sverige', 15.2, 60.2, 4, 7],
  ['Norge', 9.3, 61.2, 4, 7],
  ['Danmark', 9.2, 56.1, 5, 7],
  ['Deutschland', 10.4, 51.0, 4, 7],
  ['Polska', 19.4, 52.4, 4, 7],
  ['Belarus', 27.9, 53.35, 4, 7],
  ['Ukraina', 30.6, 49.7, 4, 7],
  ['Rossiya', 35.5, 57.2, 4, 7],
  ['Česko', 15.2, 49.6, 5, 7],
];

type NameRow = readonly [string, number, number, number, number];

/**
 * Returns the labels of the map; `lakeRings` are in the finest grid. Throws when the data have no lake at the
 * position of a lake's name.
 */
export function listMapNames(lakeRings: readonly Ring[]): MapName[] {
  const at = (kind: MapName['kind'], [text, lon, lat, minZoom, maxZoom]: NameRow): MapName => {
    const [x, y] = toGrid([lon, lat]);
    return { kind, text, x, y, minZoom, maxZoom };
  };
  return [
    ...countries.map((row) => at('country', row)),
    ...seas.map((row) => at('sea', row)),
    ...rivers.map((row) => at('river', row)),
    ...districts.map((row) => at('district', row)),
    ...lakes.map((row) => {
      const name = at('lake', row);
      const ring = lakeRings.find((points) => isInRing(points, name.x, name.y));
      if (!ring) throw new Error(`${name.text}: no lake at ${row[1]} E ${row[2]} N`);
      return { ...name, ...getWidestPart(ring) };
    }),
  ];
}

/** Returns the point of a grid of candidates that lies farthest from the shore. */
function getWidestPart(ring: Ring): { x: number; y: number } {
  const box = boundsOf(ring);
  const best = { x: 0, y: 0, distance: 0 };
  const trials = 60;
  for (let i = 1; i < trials; i++) {
    for (let j = 1; j < trials; j++) {
      const x = Math.round(box[0] + ((box[2] - box[0]) * i) / trials);
      const y = Math.round(box[1] + ((box[3] - box[1]) * j) / trials);
      const distance = distanceInside(ring, x, y);
      if (distance > best.distance) Object.assign(best, { x, y, distance });
    }
  }
  return { x: best.x, y: best.y };
}
