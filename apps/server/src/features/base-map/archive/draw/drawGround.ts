import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Structure } from '../schema/MapFeature.ts';
import { type GroundPaths, keyOf, outlineKey } from './GroundPaths.ts';
import type { GroundColors } from './groundColors.ts';
import {
  BRIDGE_CASING_PX,
  borderStyles,
  buildingStyle,
  CASING_PX,
  landFromZoom,
  linkStyle,
  pxAt,
  railStyles,
  roadStyles,
  SHORE_PX,
  TUNNEL_DASH_PX,
  waterwayStyles,
} from './groundStyle.ts';

interface Ground {
  readonly context: SKRSContext2D;
  readonly paths: GroundPaths;
  readonly colors: GroundColors;
  readonly zoom: number;
}

interface Stroke {
  readonly color: string;
  readonly widthPx: number;
  readonly dashPx?: readonly number[];
  readonly cap?: 'butt' | 'round';
  readonly alpha?: number;
}

/** Draws the map without its land and its names: areas, water, buildings, roads, railways and borders. */
export function drawGround(ground: Ground): void {
  ground.context.lineJoin = 'round';
  drawLandAndWater(ground);
  drawBuildings(ground);
  drawRoads(ground, 'tunnel');
  drawRails(ground);
  drawFootpaths(ground);
  drawRoads(ground, 'ground');
  drawRoads(ground, 'bridge');
  drawBorders(ground);
}

function drawLandAndWater(ground: Ground): void {
  const { colors, zoom } = ground;
  for (const land of keysOf(landFromZoom)) fill(ground, keyOf({ kind: 'area', class: land }), colors[land]);
  // The water covers the inner half of its shore and shores between two parts of one river.
  stroke(ground, outlineKey('water'), { color: colors.shore, widthPx: 2 * SHORE_PX });
  fill(ground, keyOf({ kind: 'area', class: 'water' }), colors.water);
  for (const waterway of keysOf(waterwayStyles))
    stroke(ground, keyOf({ kind: 'waterway', class: waterway }), {
      color: colors.water,
      widthPx: pxAt(waterwayStyles[waterway].widthPx, zoom),
      cap: 'round',
    });
}

function drawBuildings(ground: Ground): void {
  const { context, colors, zoom } = ground;
  context.globalAlpha = zoom < FULL_BUILDINGS_FROM_ZOOM ? buildingStyle.firstZoomAlpha : 1;
  fill(ground, keyOf({ kind: 'area', class: 'building' }), colors.building);
  context.globalAlpha = 1;
  stroke(ground, outlineKey('building'), { color: colors.buildingLine, widthPx: buildingStyle.outlinePx });
}

const FULL_BUILDINGS_FROM_ZOOM = 15;

function drawRails(ground: Ground): void {
  const { colors, zoom } = ground;
  for (const rail of keysOf(railStyles)) {
    const key = keyOf({ kind: 'rail', class: rail });
    const style = railStyles[rail];
    stroke(ground, key, { color: colors.rail, widthPx: pxAt(style.widthPx, zoom) });
    if ('gap' in style && zoom >= style.gap.minZoom)
      stroke(ground, key, {
        color: colors.land,
        widthPx: pxAt(style.gap.widthPx, zoom),
        dashPx: style.gap.dashPx,
      });
  }
}

function drawFootpaths(ground: Ground): void {
  const { colors, zoom } = ground;
  for (const road of ['path', 'track'] as const) {
    const { widthPx, dashPx } = roadStyles[road];
    stroke(ground, `road/${road}`, { color: colors.path, widthPx: pxAt(widthPx, zoom), dashPx });
  }
}

/** Draws all casings before the first fill, so that streets are open where they meet. */
function drawRoads(ground: Ground, structure: Structure): void {
  const roads = listRoads(ground, structure);
  for (const { key, widthPx, casing } of roads)
    if (casing)
      stroke(ground, key, {
        color: casing.color,
        widthPx: widthPx + 2 * casing.widthPx,
        ...(structure === 'tunnel' ? { dashPx: TUNNEL_DASH_PX } : {}),
        cap: structure === 'ground' ? 'round' : 'butt',
      });
  for (const { key, widthPx, color } of roads) stroke(ground, key, { color, widthPx, cap: 'round' });
}

interface DrawnRoad {
  readonly key: string;
  readonly widthPx: number;
  readonly color: string;
  readonly casing: { readonly color: string; readonly widthPx: number } | undefined;
}

/** Lists the roads that have casings, links first, then from the least to the most important class. */
function listRoads({ colors, zoom }: Ground, structure: Structure): DrawnRoad[] {
  const casingPx = pxAt(CASING_PX, zoom) + (structure === 'bridge' ? BRIDGE_CASING_PX : 0);
  return [true, false].flatMap((isLink) =>
    keysOf(roadStyles).flatMap((road): DrawnRoad[] => {
      const style = roadStyles[road];
      if (!('casingFromZoom' in style)) return [];
      const isMain = 'isMain' in style;
      const casingColor = isMain ? colors.mainRoadCasing : colors.roadCasing;
      const hasCasing = zoom >= style.casingFromZoom;
      const fillColor = structure === 'tunnel' ? colors.tunnel : isMain ? colors.mainRoad : colors.road;
      return [
        {
          key: keyOf({ kind: 'road', class: road, isLink, structure }),
          widthPx: pxAt(style.widthPx, zoom) * (isLink ? linkStyle.widthFactor : 1),
          // A thin white line on beige is invisible.
          color: hasCasing ? fillColor : casingColor,
          casing: hasCasing ? { color: casingColor, widthPx: casingPx } : undefined,
        },
      ];
    }),
  );
}

function drawBorders(ground: Ground): void {
  const { colors, zoom } = ground;
  for (const border of ['municipality', 'country'] as const) {
    const key = keyOf({ kind: 'border', class: border });
    const style = borderStyles[border];
    if ('band' in style) stroke(ground, key, { color: colors.border, ...style.band });
    const { alpha, dashPx } = style;
    stroke(ground, key, { color: colors.border, widthPx: pxAt(style.widthPx, zoom), dashPx, alpha });
  }
}

function fill({ context, paths }: Ground, key: string, color: string): void {
  const path = paths.find(key);
  if (!path) return;
  context.fillStyle = color;
  context.fill(path, 'nonzero');
}

function stroke(
  { context, paths }: Ground,
  key: string,
  { color, widthPx, dashPx, cap, alpha }: Stroke,
): void {
  const path = paths.find(key);
  if (!path) return;
  context.strokeStyle = color;
  context.lineWidth = widthPx;
  context.lineCap = cap ?? 'butt';
  context.setLineDash([...(dashPx ?? [])]);
  context.globalAlpha = alpha ?? 1;
  context.stroke(path);
  context.globalAlpha = 1;
}

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(record) as Key[];
