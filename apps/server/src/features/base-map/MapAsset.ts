/**
 * The offline base map as one small file, `assets/base-map/base-map.bin.br`.
 *
 * The file is brotli over: the 8 bytes `PGISMAP2`, the header's length in bytes (uint32, little endian), the header
 * (JSON in UTF-8, `MapAssetHeader`), the geometry.
 *
 * Coordinates are whole numbers of a world grid in EPSG:3857: x from the antimeridian eastwards, y from the north
 * edge southwards. A level with `gridBits` has 2^gridBits cells a side, so a cell is an eighth of a pixel (of 256-pixel
 * tiles) at the level's last zoom. Every level holds every layer, simplified for that zoom. The city has layers of its
 * own, which are not simplified.
 *
 * The geometry of a layer is its parts one after the other, from the header's `offset`: width class (varint), number of
 * points (varint), then for each point dx and dy (zigzag varints) from the point before, across parts too. Rings are
 * parts without their closing point; holes are rings like the others, the fill rule is even-odd. Varints are LEB128.
 */

export const ASSET_MAGIC = 'PGISMAP2';

/** The grid of places, names and cuts, and of the finest level. */
export const FINEST_GRID_BITS = 24;

/** West, south, east and north end of the part in full detail, in degrees. */
export const DETAILED_BOUNDS = [19, 54, 31, 60.5] as const;

/** Bounds of the city with streets, in the same order. */
export const CITY_BOUNDS = [23.93, 56.85, 24.38, 57.09] as const;

/** `cityAreas` are the municipalities that are cities. */
export const mapLayers = [
  'land',
  'lakes',
  'rivers',
  'countryBorders',
  'municipalBorders',
  'cityAreas',
] as const;
export type MapLayerName = (typeof mapLayers)[number];

/**
 * `riverAreas` is the Daugava with its width. Width class of streets: 1 for many lines of public transport, 2 for some, 3
 * for one or two. `tramLines` are those beside the streets.
 */
export const cityLayers = ['builtUp', 'riverAreas', 'streets', 'tramLines'] as const;
export type CityLayerName = (typeof cityLayers)[number];

interface StoredParts {
  readonly offset: number;
  readonly parts: number;
}

export interface MapAssetHeader {
  /** Sources and licences, in the order of attribution. */
  readonly attribution: readonly MapSource[];
  /** Straight lines (in the finest grid) along which polygons were cut: no shore is drawn there. */
  readonly cuts: { readonly x: readonly number[]; readonly y: readonly number[] };
  /** Levels of detail, from coarse to fine. */
  readonly levels: readonly {
    readonly maxZoom: number;
    readonly gridBits: number;
    readonly layers: Readonly<Record<MapLayerName, StoredParts>>;
  }[];
  readonly city: {
    readonly gridBits: number;
    readonly layers: Readonly<Record<CityLayerName, StoredParts>>;
  };
  readonly places: readonly PlaceRow[];
  readonly names: readonly MapName[];
}

export interface MapSource {
  readonly name: string;
  readonly url: string;
  readonly license: string;
  /** The parts of the map that come from this source. */
  readonly content: string;
}

/** GeoNames id, name, x and y in the finest grid, population (0: unknown), country (ISO 3166 alpha-2), kind. */
export type PlaceRow = readonly [number, string, number, number, number, string, PlaceKind];

/** `seat`: the main place of a region or municipality. `district`: a part of a town. */
export type PlaceKind = 'capital' | 'seat' | 'place' | 'district';

/** A name that is not in the list of places, written for this map. */
export interface MapName {
  readonly kind: 'sea' | 'lake' | 'river' | 'country' | 'district';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Shown from this zoom to that, both included. */
  readonly minZoom: number;
  readonly maxZoom: number;
}

/** The parts of one layer of one level. Lines are open, rings have no closing point. */
export interface MapPart {
  /** Rivers: 1 (widest) to 3, 4 for those of far zooms alone. Streets: 1 (widest) to 3. Borders and areas: 0. */
  readonly widthClass: number;
  /** x0, y0, x1, y1 … in the level's grid. */
  readonly points: Float64Array;
  /** minX, minY, maxX, maxY in the level's grid. */
  readonly bounds: readonly [number, number, number, number];
}

export interface MapLevel {
  readonly maxZoom: number;
  readonly gridBits: number;
  readonly layers: Readonly<Record<MapLayerName, readonly MapPart[]>>;
}

/** Rīga, known in more detail than the rest. */
export interface MapCity {
  readonly gridBits: number;
  readonly layers: Readonly<Record<CityLayerName, readonly MapPart[]>>;
}

export interface MapAsset {
  readonly attribution: readonly MapSource[];
  readonly cuts: MapAssetHeader['cuts'];
  readonly levels: readonly MapLevel[];
  readonly city: MapCity;
  readonly places: readonly PlaceRow[];
  readonly names: readonly MapName[];
}
