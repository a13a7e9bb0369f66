import type { MapSource } from './MapAsset.ts';

/** Sources of the map's data, in the order of attribution. */
export const baseMapSources: readonly MapSource[] = [
  {
    name: '© OpenStreetMap contributors',
    url: 'https://www.openstreetmap.org/copyright',
    license: 'ODbL 1.0',
    content: 'borders of Belarus, Estonia, Latvia and Lithuania',
  },
  {
    name: 'GSHHG',
    url: 'https://www.soest.hawaii.edu/pwessel/gshhg/',
    license: 'LGPL 3.0 or later',
    content:
      'coast, lakes and (WDBII) rivers between 19 and 31 E, 54 and 60.5 N, by P. Wessel and W. H. F. Smith',
  },
  {
    name: 'Natural Earth',
    url: 'https://www.naturalearthdata.com/',
    license: 'public domain',
    content:
      'municipalities of Latvia as before 2021; rivers at far zooms; coast and borders around the part in full detail',
  },
  {
    name: 'Rīgas satiksme',
    url: 'https://www.rigassatiksme.lv/',
    license: 'CC0 1.0',
    content: 'streets of Rīga with public transport; its built-up area is derived from them',
  },
  {
    name: 'GeoNames',
    url: 'https://www.geonames.org/',
    license: 'CC BY 4.0',
    content: 'places with their population; some names corrected',
  },
];

/** The attribution that a map must show while the base map is visible. */
export const baseMapAttribution = baseMapSources.map(({ name }) => name).join(' · ');
