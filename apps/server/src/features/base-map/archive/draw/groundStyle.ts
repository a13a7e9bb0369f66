import type {
  AreaClass,
  BorderClass,
  LandClass,
  RailClass,
  RoadClass,
  WaterwayClass,
} from '../schema/MapFeature.ts';

/** CSS pixels by zoom (of tiles of 256 px), from far to near. Between two stops the value is linear. */
export type Stops = Readonly<Record<number, number>>;

interface LineStyle {
  readonly minZoom: number;
  readonly widthPx: Stops;
}

interface RoadStyle extends LineStyle {
  /** Drawn in yellow. */
  readonly isMain?: boolean;
  /** Zoom from which the road has a casing; before it is one line in the casing's colour. Without it the road is a path. */
  readonly casingFromZoom?: number;
  readonly dashPx?: readonly number[];
}

/** Roads from the least to the most important, which is the order of drawing. */
export const roadStyles = {
  path: {
    minZoom: 15,
    dashPx: [2, 2],
    widthPx: { 15: 0.7, 16: 0.9, 17: 1.2, 18: 1.6 },
  },
  track: {
    minZoom: 14,
    dashPx: [4, 2],
    widthPx: { 14: 0.6, 15: 0.8, 16: 1.1, 17: 1.5, 18: 2 },
  },
  service: {
    minZoom: 14,
    casingFromZoom: 15,
    widthPx: { 14: 0.8, 15: 1.7, 16: 3.2, 17: 5.5, 18: 9 },
  },
  pedestrian: {
    minZoom: 14,
    casingFromZoom: 15,
    widthPx: { 14: 1.3, 15: 2.8, 16: 5, 17: 8, 18: 12 },
  },
  minor: {
    minZoom: 12,
    casingFromZoom: 13,
    widthPx: { 12: 0.6, 13: 1.3, 14: 2.3, 15: 4.2, 16: 7, 17: 11.5, 18: 18 },
  },
  tertiary: {
    minZoom: 10,
    casingFromZoom: 12,
    widthPx: { 10: 0.6, 11: 0.9, 12: 1.5, 13: 2.4, 14: 3.5, 15: 5.8, 16: 9, 17: 14, 18: 21 },
  },
  secondary: {
    minZoom: 9,
    casingFromZoom: 11,
    widthPx: { 9: 0.7, 11: 1.4, 12: 2, 13: 2.9, 14: 4.1, 15: 6.5, 16: 10, 17: 15, 18: 23 },
  },
  primary: {
    isMain: true,
    minZoom: 7,
    casingFromZoom: 10,
    widthPx: { 7: 0.7, 9: 1, 11: 1.9, 12: 2.5, 13: 3.4, 14: 4.6, 15: 7, 16: 11, 17: 16, 18: 25 },
  },
  trunk: {
    isMain: true,
    minZoom: 6,
    casingFromZoom: 8,
    widthPx: { 6: 0.7, 8: 1, 9: 1.4, 11: 2.3, 12: 2.9, 13: 3.8, 14: 5, 15: 7.5, 16: 11.5, 17: 17, 18: 26 },
  },
  motorway: {
    isMain: true,
    minZoom: 5,
    casingFromZoom: 7,
    widthPx: { 5: 0.7, 7: 1.1, 9: 1.7, 11: 2.6, 12: 3.2, 13: 4.2, 14: 5.5, 15: 8, 16: 12, 17: 18, 18: 28 },
  },
} as const satisfies Record<RoadClass, RoadStyle>;

/** Width of a casing on each side of the fill. */
export const CASING_PX: Stops = { 7: 0.5, 12: 0.5, 13: 0.7, 15: 0.9, 17: 1.1, 18: 1.2 };
/** The casing of a bridge is wider on each side. */
export const BRIDGE_CASING_PX = 0.5;
export const TUNNEL_DASH_PX: readonly number[] = [3, 2];

export const linkStyle = { minZoom: 11, widthFactor: 0.7 } as const;

interface RailStyle extends LineStyle {
  /** A dashed line in the colour of the land inside. */
  readonly gap?: LineStyle & { readonly dashPx: readonly number[] };
}

export const railStyles = {
  main: {
    minZoom: 8,
    widthPx: { 8: 0.6, 11: 0.9, 13: 1.3, 15: 2, 17: 3, 18: 4 },
    gap: {
      minZoom: 13,
      dashPx: [8, 8],
      widthPx: { 13: 0.7, 15: 1.1, 17: 1.8, 18: 2.4 },
    },
  },
  service: {
    minZoom: 14,
    widthPx: { 14: 0.6, 16: 1, 18: 1.6 },
  },
  tram: {
    minZoom: 12,
    widthPx: { 12: 0.6, 14: 0.8, 16: 1.2, 18: 1.8 },
  },
} as const satisfies Record<RailClass, RailStyle>;

export const waterwayStyles = {
  stream: {
    minZoom: 13,
    widthPx: { 13: 0.6, 14: 0.9, 16: 1.6, 18: 3 },
  },
  canal: {
    minZoom: 11,
    widthPx: { 11: 0.8, 13: 1.4, 15: 2.6, 18: 8 },
  },
  river: {
    minZoom: 8,
    widthPx: { 8: 0.8, 10: 1.3, 12: 2.2, 14: 4, 16: 8, 18: 16 },
  },
} as const satisfies Record<WaterwayClass, LineStyle>;

interface BorderStyle extends LineStyle {
  readonly maxZoom: number;
  readonly alpha: number;
  readonly dashPx: readonly number[];
  /** A wide pale line beside the border. */
  readonly band?: { readonly widthPx: number; readonly alpha: number };
}

export const borderStyles = {
  municipality: {
    minZoom: 8,
    maxZoom: 15,
    alpha: 0.6,
    dashPx: [5, 3],
    widthPx: { 8: 0.8, 12: 1 },
  },
  country: {
    minZoom: 4,
    maxZoom: Number.POSITIVE_INFINITY,
    alpha: 0.8,
    dashPx: [],
    band: { widthPx: 6, alpha: 0.18 },
    widthPx: { 4: 0.9, 7: 1.25, 14: 1.4 },
  },
} as const satisfies Record<BorderClass, BorderStyle>;

/** The zoom from which an area is drawn; the order is that of drawing. */
export const landFromZoom = {
  urban: 8,
  industrial: 10,
  farmland: 12,
  grass: 11,
  park: 10,
  cemetery: 12,
  sand: 11,
  wetland: 10,
  wood: 8,
  pedestrianArea: 14,
} as const satisfies Record<LandClass, number>;

export const areaFromZoom = { ...landFromZoom, water: 0, building: 14 } as const satisfies Record<
  AreaClass,
  number
>;

export const buildingStyle = { firstZoomAlpha: 0.7, outlineFromZoom: 16, outlinePx: 0.75 } as const;
export const SHORE_PX = 0.75;

/** Half the widest line of each zoom with its casing: what lies further outside a tile cannot reach into it. */
export const MAX_HALF_WIDTH_PX: Stops = { 12: 8, 16: 12, 17: 16, 18: 22 };

/** The zoom from which widths double with each zoom, when the stops reach so far. */
const LAST_ZOOM = 18;

/** Returns the value of stops at a zoom: before the first stop its value, past zoom 18 twice as much with each zoom. */
export function pxAt(stops: Stops, zoom: number): number {
  let last: readonly [zoom: number, px: number] | undefined;
  for (const [key, px] of Object.entries(stops)) {
    const stopZoom = Number(key);
    if (zoom <= stopZoom)
      return last ? last[1] + ((px - last[1]) * (zoom - last[0])) / (stopZoom - last[0]) : px;
    last = [stopZoom, px];
  }
  if (!last) throw new Error('A line of the base map has no width');
  return last[0] === LAST_ZOOM ? last[1] * 2 ** (zoom - LAST_ZOOM) : last[1];
}
