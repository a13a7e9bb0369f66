import type { Language } from '@pgis/contract';
import type { Position } from '@pgis/geo';
import { type Gazetteer, openGazetteer } from '../../gazetteer/Gazetteer.ts';
import type { NearestPlace, PlaceProvider, PlaceQuery, ProvidedPlace } from './PlaceProvider.ts';
import { scoreOf } from './scoreCandidate.ts';

interface Hit {
  readonly line: number;
  readonly score: number;
}

/** Places from the file that comes with the product: no key, no network (D-OBJ-11). */
export const gazetteerPlaces: PlaceProvider = {
  attribution: 'GeoNames',
  find: async (query) => searchGazetteer(await openGazetteer(), query),
  findNearest: async (lonLat) => findNearestLine(await openGazetteer(), lonLat),
};

/** The words typed, each the beginning of a word of the name; walking all names takes a few milliseconds. */
function searchGazetteer(gazetteer: Gazetteer, query: PlaceQuery): ProvidedPlace[] {
  const hits = listHits(gazetteer, query).sort((a, b) => a.score - b.score);
  const found = new Map<string, ProvidedPlace>();
  for (const { line } of hits) {
    if (found.size === query.limit) break;
    const place = toPlace(gazetteer, line, query.language);
    // A place may match twice, once by each of its names.
    const key = `${place.name} ${place.lonLat}`;
    if (!found.has(key)) found.set(key, place);
  }
  return [...found.values()];
}

/** Walks all places, in a few milliseconds; squares of degrees, narrowed by the latitude, order them well enough. */
function findNearestLine(gazetteer: Gazetteer, [lon, lat]: Position): NearestPlace {
  const narrowing = Math.cos((lat * Math.PI) / 180);
  let [nearest, least] = [0, Number.POSITIVE_INFINITY];
  for (let line = 0; line < gazetteer.count; line++) {
    const [placeLon, placeLat] = gazetteer.lonLatOf(line);
    const square = ((placeLon - lon) * narrowing) ** 2 + (placeLat - lat) ** 2;
    if (square < least) [nearest, least] = [line, square];
  }
  return { name: gazetteer.placeOf(nearest).name, lonLat: gazetteer.lonLatOf(nearest), isAddress: false };
}

function listHits(gazetteer: Gazetteer, { folded, centerLonLat }: PlaceQuery): Hit[] {
  const starts = folded.split(' ').map((word) => ` ${word}`);
  const longest = starts.reduce((a, b) => (b.length > a.length ? b : a));
  const { foldedNames } = gazetteer;
  const hits: Hit[] = [];
  for (let at = foldedNames.indexOf(longest); at >= 0; ) {
    const begin = foldedNames.lastIndexOf('\n', at);
    const next = foldedNames.indexOf('\n', at);
    const end = next < 0 ? foldedNames.length : next;
    const name = foldedNames.slice(begin + 1, end);
    if (starts.every((start) => name.includes(start))) {
      const line = gazetteer.lineAt(begin);
      const candidate = {
        foldedName: name.slice(1),
        lonLat: gazetteer.lonLatOf(line),
        population: gazetteer.populationOf(line),
      };
      hits.push({ line, score: scoreOf(centerLonLat, folded, candidate) });
    }
    at = foldedNames.indexOf(longest, end);
  }
  return hits;
}

const countryNames = new Map<Language, Intl.DisplayNames>();

function countryName(code: string, language: Language): string {
  const names = countryNames.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  countryNames.set(language, names);
  return names.of(code) ?? code;
}

function toPlace(gazetteer: Gazetteer, line: number, language: Language): ProvidedPlace {
  const { name, country } = gazetteer.placeOf(line);
  return {
    name,
    detail: country === '' ? '' : countryName(country, language),
    lonLat: gazetteer.lonLatOf(line),
    population: gazetteer.populationOf(line),
  };
}
