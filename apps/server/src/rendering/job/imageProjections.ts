import { type Extent, MAX_LATITUDE, type Position, toLonLat, toMercator } from '@pgis/geo';
import proj4 from 'proj4';

export const imageCrsNames = ['EPSG:3857', 'EPSG:4326', 'EPSG:3059'] as const;
/** A coordinate system of images; positions are x (east) first here, whatever axis order its authority defines. */
export type ImageCrs = (typeof imageCrsNames)[number];

type Convert = (position: Position) => Position;

interface Projection {
  /** Undefined for EPSG:3857 itself. */
  readonly fromMercator: Convert | undefined;
  readonly toMercator: Convert;
  /** EPSG, and WMS 1.3.0 with it, define the northing as the first axis. */
  readonly isNorthFirst: boolean;
  /** Area of use, in its own units. */
  readonly bounds: Readonly<Extent>;
}

/** LKS-92. */
const latvia = proj4(
  '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=-6000000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  'EPSG:3857',
);

const world = 20_037_508.342789244;

/** 40 degrees around the central meridian of LKS-92: further off its formulas give no positions, or wrong ones. */
const [[nearestWest, nearestSouth], [nearestEast, nearestNorth]] = [
  toMercator([-16, 30]),
  toMercator([64, 70]),
];

/** Moves positions further off to the edge of that area, so that a polygon around the world stays a polygon around the map. */
const near = ([x, y]: Position): [number, number] => [
  Math.min(nearestEast, Math.max(nearestWest, x)),
  Math.min(nearestNorth, Math.max(nearestSouth, y)),
];

export const imageProjections: Readonly<Record<ImageCrs, Projection>> = {
  'EPSG:3857': {
    fromMercator: undefined,
    toMercator: (position) => position,
    isNorthFirst: false,
    bounds: [-world, -world, world, world],
  },
  'EPSG:4326': {
    fromMercator: toLonLat,
    toMercator,
    isNorthFirst: true,
    bounds: [-180, -MAX_LATITUDE, 180, MAX_LATITUDE],
  },
  'EPSG:3059': {
    fromMercator: (position) => latvia.inverse(near(position)),
    toMercator: ([x, y]) => latvia.forward([x, y] as [number, number]),
    isNorthFirst: true,
    // Some 1 000 km around Latvia: the projection is meaningless beyond it.
    bounds: [-500_000, -700_000, 1_500_000, 1_300_000],
  },
};

/** Points checked along each edge: a straight edge of one system is curved in another. */
const EDGE_STEPS = 8;

/** The EPSG:3857 extent around an extent of another system. */
export function toExtent3857(crs: ImageCrs, extent: Readonly<Extent>): Extent {
  const { toMercator: convert } = imageProjections[crs];
  return around(extent, convert);
}

/** Metres of EPSG:3857 per CSS pixel of an image. */
export function imageResolution({ crs, extent, width, pixelRatio }: SizedImage): number {
  const [minX, , maxX] = toExtent3857(crs, extent);
  return (maxX - minX) / (width / pixelRatio);
}

interface SizedImage {
  readonly crs: ImageCrs;
  readonly extent: Readonly<Extent>;
  readonly width: number;
  readonly pixelRatio: number;
}

/** The extent in a system around one of EPSG:3857, cut at the system's area of use. */
export function fromExtent3857(crs: ImageCrs, extent: Readonly<Extent>): Extent {
  const { fromMercator, bounds } = imageProjections[crs];
  if (!fromMercator) return [...extent];
  const [minX, minY, maxX, maxY] = around(extent, fromMercator);
  return [
    Math.max(minX, bounds[0]),
    Math.max(minY, bounds[1]),
    Math.min(maxX, bounds[2]),
    Math.min(maxY, bounds[3]),
  ];
}

function around([minX, minY, maxX, maxY]: Readonly<Extent>, convert: Convert): Extent {
  const result: Extent = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i <= EDGE_STEPS; i++) {
    const x = minX + ((maxX - minX) * i) / EDGE_STEPS;
    const y = minY + ((maxY - minY) * i) / EDGE_STEPS;
    for (const position of [
      [x, minY],
      [x, maxY],
      [minX, y],
      [maxX, y],
    ] as const) {
      const [a, b] = convert(position);
      result[0] = Math.min(result[0], a);
      result[1] = Math.min(result[1], b);
      result[2] = Math.max(result[2], a);
      result[3] = Math.max(result[3], b);
    }
  }
  return result;
}
