import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { FeatureCollection, LineString, MultiLineString, MultiPolygon, Polygon } from 'geojson';

/** The folder next to the repository that holds the input. */
const FOLDER = new URL('../../../../../shared/data/basemap/', import.meta.url);

function read<Geometry extends LineString | MultiLineString | Polygon | MultiPolygon, Properties>(
  name: string,
): FeatureCollection<Geometry, Properties> {
  return JSON.parse(gunzipSync(readFileSync(new URL(`${name}.geojson.gz`, FOLDER))).toString());
}

/**
 * Sources: GSHHG and WDBII (LGPL 3 or later), OpenStreetMap (ODbL), Natural Earth (public domain), Rīgas satiksme (CC0).
 * Longitude and latitude.
 */
export const readSources = () => ({
  /** GSHHG: mainland and islands. No holes. */
  land: read<Polygon, { kind: 'mainland' | 'island' }>('lv_land_gshhg'),
  /** GSHHG: lakes that do not cross a whole degree. */
  lakes: read<Polygon, { km2: number }>('lv_lakes_gshhg'),
  /** GSHHG: shores, cut at whole degrees, of all the other lakes. */
  lakeShores: read<LineString, { kind: 'shore' }>('lv_lake_shores_gshhg'),
  /** WDBII, cut at whole degrees. Level 2 is the Daugava, 4 the smallest. */
  rivers: read<LineString, { level: 2 | 3 | 4 }>('lv_rivers_wdbii'),
  /** Natural Earth: larger rivers, in straight lines of several kilometres; names are transliterated. */
  farRivers: read<LineString | MultiLineString, { name: string | null }>('lv_rivers_ne10m'),
  /** Our own line of the Daugava in Rīga, exact at its bridges; it replaces WDBII between its ends. */
  daugava: read<LineString, { width_m: number }>('riga_daugava_corrected'),
  /** Rīgas satiksme: streets with public transport; weight 1 for 1 or 2 lines to 4 for 12 and more. */
  streets: read<LineString, { class: 'tram' | 'trolleybus' | 'bus'; weight: 1 | 2 | 3 | 4 }>('riga_streets'),
  /** Guessed from the same: what lies near streets. */
  builtUp: read<MultiPolygon, object>('riga_built_up_derived'),
  /** OpenStreetMap: Belarus, Estonia, Lithuania and Latvia with their territorial sea. */
  countries: read<Polygon, { iso_a3: 'BLR' | 'EST' | 'LTU' | 'LVA' }>('lv_country_borders_maritime_osm'),
  /** Natural Earth: the 119 municipalities from before 2021; names without diacritics. */
  municipalities: read<MultiPolygon, { name: string }>('lv_municipalities_lv'),
});
