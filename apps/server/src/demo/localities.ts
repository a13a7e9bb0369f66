/**
 * Neighbourhoods and villages around the default view, with a radius in metres that stays on land. Positions are
 * rounded by hand from open place lists; streets are common Latvian street names, the addresses are invented.
 */
export interface Locality {
  readonly name: string;
  readonly lonLat: readonly [number, number];
  readonly radiusM: number;
}

const locality = (name: string, lon: number, lat: number, radiusM: number): Locality => ({
  name,
  lonLat: [lon, lat],
  radiusM,
});

export const towns: readonly Locality[] = [
  locality('Rīga, Centrs', 24.122, 56.958, 1700),
  locality('Rīga, Āgenskalns', 24.055, 56.935, 1400),
  locality('Rīga, Imanta', 23.998, 56.958, 1600),
  locality('Rīga, Zolitūde', 24.01, 56.94, 1500),
  locality('Rīga, Purvciems', 24.188, 56.957, 1600),
  locality('Rīga, Pļavnieki', 24.215, 56.94, 1500),
  locality('Rīga, Mežciems', 24.245, 56.967, 1000),
  locality('Rīga, Jugla', 24.262, 56.982, 600),
  locality('Rīga, Mežaparks', 24.145, 57.0, 600),
  locality('Rīga, Vecmīlgrāvis', 24.112, 57.035, 600),
  locality('Rīga, Ķengarags', 24.2, 56.914, 500),
  locality('Rīga, Ziepniekkalns', 24.08, 56.898, 1600),
  locality('Mārupe', 24.02, 56.907, 1900),
  locality('Piņķi', 23.914, 56.943, 1300),
  locality('Olaine', 23.94, 56.79, 1600),
  locality('Ķekava', 24.232, 56.826, 1000),
  locality('Baloži', 24.115, 56.872, 1300),
  locality('Salaspils', 24.352, 56.867, 1300),
  locality('Ulbroka', 24.302, 56.943, 1500),
  locality('Ādaži', 24.325, 57.076, 1300),
  locality('Ikšķile', 24.505, 56.842, 1000),
  locality('Vangaži', 24.545, 57.093, 1100),
];

/** Open country for parcels: south-west corner and size of a mesh. */
export const fields = [
  { village: 'Mārupes novads', lonLat: [23.86, 56.845], columns: 24, rows: 17, cellM: 360 },
  { village: 'Ķekavas novads', lonLat: [24.19, 56.755], columns: 22, rows: 16, cellM: 360 },
  { village: 'Ropažu novads', lonLat: [24.47, 56.93], columns: 21, rows: 18, cellM: 370 },
] as const;

/** Areas for the forest stands. */
export const forests = [
  { name: 'Garkalnes mežs', lonLat: [24.36, 57.01], columns: 24, rows: 16, cellM: 270 },
  { name: 'Olaines mežs', lonLat: [23.8, 56.73], columns: 22, rows: 16, cellM: 280 },
  { name: 'Baltezera mežs', lonLat: [24.4, 57.1], columns: 20, rows: 15, cellM: 270 },
] as const;

export const streets = [
  'Brīvības iela',
  'Skolas iela',
  'Liepu iela',
  'Dzirnavu iela',
  'Parka iela',
  'Stacijas iela',
  'Meža iela',
  'Jūras iela',
  'Ozolu iela',
  'Bērzu aleja',
  'Saules iela',
  'Kalna iela',
  'Upes iela',
  'Dārza iela',
  'Rīgas iela',
  'Tilta iela',
] as const;
