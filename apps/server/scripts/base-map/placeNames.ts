import type { PlaceKind, PlaceRow } from '../../src/features/base-map/MapAsset.ts';
import { type City, notLivedIn, readCities } from '../geoNames.ts';
import { DATA_BOX, NEAR_BOX, toGrid } from './worldGrid.ts';

/**
 * Corrections by hand: GeoNames gives most localities of northern Europe their own name in Latin letters, but a few
 * lack their diacritics or are English.
 */
const correctedNames: Readonly<Record<number, string>> = {
  456172: 'Rīga',
  460885: 'Bolderāja',
  597188: 'Mažeikiai',
  593926: 'Telšiai',
  593959: 'Tauragė',
  593733: 'Ukmergė',
  595689: 'Plungė',
  594656: 'Šilutė',
  595449: 'Radviliškis',
  600438: 'Biržai',
  593153: 'Vilkaviškis',
  596719: 'Naujoji Akmenė',
  597806: 'Kupiškis',
  600896: 'Aukštadvaris',
  9610406: 'Mastaičiai',
  620127: 'Vitsyebsk',
  618800: 'Zhodzina',
  621729: 'Smalyavichy',
  8256270: 'Aktsyabrski',
  757608: 'Świętajno',
  498817: 'Sankt-Peterburg',
  524901: 'Moskva',
  756135: 'Warszawa',
  2618425: 'København',
  2747373: 'Den Haag',
  2761369: 'Wien',
  2800866: 'Bruxelles',
  2867714: 'München',
  3067696: 'Praha',
};

/** Errors of GeoNames: a museum with the population of the town next to it; a second entry for Orsha. */
const leftOut = new Set([772227, 828890]);

/**
 * Returns all localities inside `DATA_BOX`, towns of 50 000 inside `NEAR_BOX`, and the world's capitals and cities of
 * 500 000.
 */
export function readPlaces(): PlaceRow[] {
  return readCities()
    .filter((city) => !leftOut.has(city.cityId) && !notLivedIn.has(city.featureCode))
    .map((city): PlaceRow => {
      const [x, y] = toGrid(city.loc.coordinates);
      const name = correctedNames[city.cityId] ?? city.name;
      return [city.cityId, name, x, y, city.population, city.country, kindOf(city)];
    })
    .filter(([, , x, y, population, , kind]) => {
      if (isInside(DATA_BOX, x, y)) return true;
      if (kind === 'district') return false;
      return kind === 'capital' || population >= (isInside(NEAR_BOX, x, y) ? 50_000 : 500_000);
    })
    .sort((a, b) => b[4] - a[4] || a[0] - b[0]);
}

function kindOf({ featureCode, country }: City): PlaceKind {
  if (featureCode === 'PPLC') return 'capital';
  if (featureCode === 'PPLX') return 'district';
  // Below the first order, the codes mean municipalities in Belarus, Estonia and Lithuania alone.
  return featureCode === 'PPLA' || (featureCode === 'PPLA2' && country !== 'RU') ? 'seat' : 'place';
}

const isInside = ([minX, minY, maxX, maxY]: readonly number[], x: number, y: number): boolean =>
  x >= (minX ?? 0) && x <= (maxX ?? 0) && y >= (minY ?? 0) && y <= (maxY ?? 0);
