import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import type { Box } from '../../../../rendering/raster/clipRing.ts';
import { cutLine } from '../../draw/cutLine.ts';
import { traceAreas } from '../../draw/mapPaths.ts';
import type { TileView } from '../../draw/TileView.ts';
import type { MapClass } from '../schema/MapFeature.ts';
import type { PlacedFeatures } from './ArchiveTiles.ts';
import { trace } from './GroundPaths.ts';
import type { GroundColors } from './groundColors.ts';
import { pxAt, type Stops } from './groundStyle.ts';

/** Land around everything that an archive has on land; from zoom 13 on it is about 150 m in the middle latitudes. */
const LAND_PX: Stops = { 9: 4, 12: 7, 13: 12, 14: 24, 15: 48, 16: 96, 17: 192, 18: 384 };
/** At far zooms the embedded coast is off by some pixels only. */
const LAND_FROM_ZOOM = 9;
/** The coast is as wide as that of the embedded map. */
const COAST_PX = 1;

/** Returns how far beyond its features an archive without a sea has land, in pixels. */
export const landReachPx = (zoom: number): number => (zoom < LAND_FROM_ZOOM ? 0 : pxAt(LAND_PX, zoom));

interface Coast {
  readonly placed: readonly PlacedFeatures[];
  /** Bounds of the archive in pixels of the view; streets are cut some way beyond them. */
  readonly bounds: Box;
  readonly view: TileView;
  readonly colors: GroundColors;
}

/**
 * Draws the embedded sea and land as the ground of an archive without a sea. Far from the Baltic the embedded coast is some
 * kilometres off, so what the archive has on land is land there, with a shore of its own.
 */
export function drawCoast(context: SKRSContext2D, { placed, bounds, view, colors }: Coast): void {
  const land = traceAreas(view.level.layers.land, view);
  const reachPx = landReachPx(view.zoom);
  const known =
    land.cover === 'all' || reachPx === 0 ? undefined : traceKnownLand({ placed, bounds, reachPx });
  const drawKnown = (color: string, reach: number): void => {
    if (!known) return;
    context.strokeStyle = color;
    context.lineWidth = 2 * reach;
    context.stroke(known.outlines);
    context.fillStyle = color;
    context.fill(known.areas);
  };
  context.lineJoin = context.lineCap = 'round';
  context.fillStyle = colors.water;
  context.fillRect(0, 0, view.sizePx, view.sizePx);
  drawKnown(colors.shore, reachPx + COAST_PX);
  context.fillStyle = colors.land;
  context.fill(land.area, 'evenodd');
  context.strokeStyle = colors.shore;
  context.lineWidth = COAST_PX;
  context.stroke(land.shore);
  drawKnown(colors.land, reachPx);
}

interface KnownLand {
  readonly outlines: Path2D;
  readonly areas: Path2D;
}

/** Traces what an archive has on land, coarsely: the strokes are wide. */
function traceKnownLand({
  placed,
  bounds,
  reachPx,
}: Pick<Coast, 'placed' | 'bounds'> & { readonly reachPx: number }): KnownLand {
  const known: KnownLand = { outlines: new Path2D(), areas: new Path2D() };
  const minStepPx = reachPx / 8;
  for (const tile of placed) {
    const inTile = toUnits(bounds, tile);
    for (const { mapClass, paths } of tile.features) {
      if (!isOnLand(mapClass)) continue;
      for (const path of paths) {
        if (mapClass.kind === 'area') trace(known.areas, path, { tile, isClosed: true, minStepPx });
        for (const { points } of cutLine(path, inTile))
          trace(known.outlines, points, { tile, isClosed: false, minStepPx });
      }
    }
  }
  return known;
}

const toUnits = ([minX, minY, maxX, maxY]: Box, { scale, left, top }: PlacedFeatures): Box => [
  (minX - left) / scale,
  (minY - top) / scale,
  (maxX - left) / scale,
  (maxY - top) / scale,
];

/** False for water, for borders, which cross the sea, and for bridges. */
function isOnLand(mapClass: MapClass): boolean {
  if (mapClass.kind === 'area') return mapClass.class !== 'water';
  if (mapClass.kind === 'road') return mapClass.structure === 'ground';
  return mapClass.kind === 'rail';
}
