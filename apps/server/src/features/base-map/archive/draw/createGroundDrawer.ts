import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { baseMapColors } from '../../draw/baseMapColors.ts';
import { drawMap } from '../../draw/drawMap.ts';
import { type GroundTile, type GroundView, toGroundView } from '../../draw/GroundTile.ts';
import { TileCanvases } from '../../draw/TileCanvases.ts';
import { toTileView } from '../../draw/TileView.ts';
import type { MapAsset } from '../../MapAsset.ts';
import { toWorldBox } from '../reader/worldBox.ts';
import type { AreaClass } from '../schema/MapFeature.ts';
import type { ArchiveTiles, PlacedFeatures } from './ArchiveTiles.ts';
import { drawCoast, landReachPx } from './drawCoast.ts';
import { drawGround } from './drawGround.ts';
import { tracePaths } from './GroundPaths.ts';
import { groundColors } from './groundColors.ts';
import { buildingStyle, MAX_HALF_WIDTH_PX, pxAt } from './groundStyle.ts';

interface Sources {
  readonly tiles: ArchiveTiles;
  /** The smoothed map, drawn outside the archive's bounds and zooms, and for the sea where the archive has none. */
  readonly map: MapAsset;
}

type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Returns a function that draws tiles of the ground: everything but names. Read its canvas before the next call. */
export async function createGroundDrawer({
  tiles,
  map,
}: Sources): Promise<(tile: GroundTile) => Promise<Canvas>> {
  const hasSea = await tiles.hasSea();
  const bounds = toWorldBox(tiles.info.bounds);
  const canvases = new TileCanvases();

  /** Draws the ground inside the archive's bounds: tiles of far zooms hold whole countries around an extract. */
  const drawInside = (context: SKRSContext2D, { placed, marginPx, view, scheme }: Inside): void => {
    const { zoom, sizePx } = view;
    const colors = groundColors[scheme];
    if (hasSea) {
      context.fillStyle = colors.land;
      context.fillRect(0, 0, sizePx, sizePx);
    }
    const outlined = new Set<AreaClass>(
      zoom >= buildingStyle.outlineFromZoom ? ['water', 'building'] : ['water'],
    );
    const paths = tracePaths(placed, { zoom, sizePx, marginPx, outlined });
    drawGround({ context, paths, colors, zoom });
  };

  return async (tile) => {
    const { scheme } = tile;
    const view = toGroundView(tile);
    const reachPx = hasSea ? 0 : landReachPx(view.zoom);
    const marginPx = pxAt(MAX_HALF_WIDTH_PX, view.zoom);
    const isBeforeFirst = view.zoom < tiles.info.minZoom;
    const ground = isBeforeFirst ? undefined : intersect(bounds, view, reachPx);
    const inside = isBeforeFirst ? undefined : intersect(bounds, view);
    const placed = ground ? await tiles.findFeatures(view, Math.max(marginPx, reachPx)) : [];
    // No other tile is drawn between here and the return.
    const context = canvases.open(tile);
    const embedded = toTileView(map, view);
    if (!ground || !isWhole(ground, view.sizePx))
      clipped(context, undefined, () => drawMap(context, baseMapColors[scheme], embedded));
    if (ground && !hasSea)
      clipped(context, ground, () =>
        drawCoast(context, {
          ...{ placed, bounds: toPixels(bounds, view), view: embedded, colors: groundColors[scheme] },
        }),
      );
    if (inside) clipped(context, inside, () => drawInside(context, { placed, marginPx, view, scheme }));
    return context.canvas;
  };
}

interface Inside {
  readonly placed: readonly PlacedFeatures[];
  readonly marginPx: number;
  readonly view: GroundView;
  readonly scheme: GroundTile['scheme'];
}

/** Converts shares of the world to pixels of a view. */
function toPixels([minX, minY, maxX, maxY]: Box, { zoom, left, top }: GroundView): Box {
  const worldPx = 256 * 2 ** zoom;
  return [minX * worldPx - left, minY * worldPx - top, maxX * worldPx - left, maxY * worldPx - top];
}

/** Returns the part of a view inside the bounds, or within `reachPx` around them, in whole pixels of the view. */
function intersect(bounds: Box, view: GroundView, reachPx = 0): Box | undefined {
  const [minX, minY, maxX, maxY] = toPixels(bounds, view);
  const toEdge = (px: number): number => Math.min(Math.max(Math.round(px), 0), view.sizePx);
  const box: Box = [
    toEdge(minX - reachPx),
    toEdge(minY - reachPx),
    toEdge(maxX + reachPx),
    toEdge(maxY + reachPx),
  ];
  return box[0] < box[2] && box[1] < box[3] ? box : undefined;
}

const isWhole = ([minX, minY, maxX, maxY]: Box, sizePx: number): boolean =>
  minX === 0 && minY === 0 && maxX === sizePx && maxY === sizePx;

/** Draws in a box; without one in the whole tile. */
function clipped(context: SKRSContext2D, box: Box | undefined, draw: () => void): void {
  context.save();
  if (box) {
    const [minX, minY, maxX, maxY] = box;
    context.beginPath();
    context.rect(minX, minY, maxX - minX, maxY - minY);
    context.clip();
  }
  draw();
  context.restore();
}
