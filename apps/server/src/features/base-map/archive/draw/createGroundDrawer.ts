import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { baseMapColors } from '../../draw/baseMapColors.ts';
import { drawMap, drawSeaAndLand } from '../../draw/drawMap.ts';
import { type GroundTile, type GroundView, toGroundView } from '../../draw/GroundTile.ts';
import { TileCanvases } from '../../draw/TileCanvases.ts';
import { toTileView } from '../../draw/TileView.ts';
import { DETAILED_BOUNDS, type MapAsset } from '../../MapAsset.ts';
import { toWorldBox } from '../reader/worldBox.ts';
import type { AreaClass } from '../schema/MapFeature.ts';
import type { ArchiveTiles, PlacedFeatures } from './ArchiveTiles.ts';
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

/** Outside its detailed part the embedded coast is some kilometres off: at larger zooms it would cover towns. */
const COARSE_SEA_TO_ZOOM = 9;
const detailedBox = toWorldBox(DETAILED_BOUNDS);

/** Returns a function that draws tiles of the ground: everything but names. Read its canvas before the next call. */
export async function createGroundDrawer({
  tiles,
  map,
}: Sources): Promise<(tile: GroundTile) => Promise<Canvas>> {
  const hasSea = await tiles.hasSea();
  const bounds = toWorldBox(tiles.info.bounds);
  const canvases = new TileCanvases();

  /** Draws what lies inside the archive's bounds: tiles of far zooms hold whole countries around an extract. */
  const drawInside = (
    context: SKRSContext2D,
    { inside, placed, marginPx, view, scheme }: InsidePart,
  ): void => {
    const { zoom, sizePx } = view;
    const colors = groundColors[scheme];
    context.save();
    if (!isWhole(inside, sizePx)) clipTo(context, inside);
    context.fillStyle = colors.land;
    context.fillRect(0, 0, sizePx, sizePx);
    const isCoastExact = zoom <= COARSE_SEA_TO_ZOOM;
    const embeddedSea = hasSea ? undefined : isCoastExact ? inside : intersect(detailedBox, view);
    if (embeddedSea) {
      context.save();
      clipTo(context, embeddedSea);
      drawEmbedded(context, { map, view, scheme, draw: drawSeaAndLand });
      context.restore();
    }
    const outlined = new Set<AreaClass>(
      zoom >= buildingStyle.outlineFromZoom ? ['water', 'building'] : ['water'],
    );
    const paths = tracePaths(placed, { zoom, sizePx, marginPx, outlined });
    drawGround({ context, paths, colors, zoom });
    context.restore();
  };

  return async (tile) => {
    const { scheme } = tile;
    const view = toGroundView(tile);
    const marginPx = pxAt(MAX_HALF_WIDTH_PX, view.zoom);
    const inside = view.zoom < tiles.info.minZoom ? undefined : intersect(bounds, view);
    const placed = inside ? await tiles.findFeatures(view, marginPx) : [];
    // No other tile is drawn between here and the return.
    const context = canvases.open(tile);
    const isAllInside = inside !== undefined && isWhole(inside, view.sizePx);
    if (!isAllInside) drawEmbedded(context, { map, view, scheme, draw: drawMap });
    if (inside) drawInside(context, { inside, placed, marginPx, view, scheme });
    return context.canvas;
  };
}

interface InsidePart {
  readonly inside: Box;
  readonly placed: readonly PlacedFeatures[];
  readonly marginPx: number;
  readonly view: GroundView;
  readonly scheme: GroundTile['scheme'];
}

/** Returns the part of a view inside the bounds, in whole pixels of the view. */
function intersect(bounds: Box, { zoom, left, top, sizePx }: GroundView): Box | undefined {
  const worldPx = 256 * 2 ** zoom;
  const toPx = (share: number, origin: number): number =>
    Math.min(Math.max(Math.round(share * worldPx - origin), 0), sizePx);
  const box: Box = [toPx(bounds[0], left), toPx(bounds[1], top), toPx(bounds[2], left), toPx(bounds[3], top)];
  return box[0] < box[2] && box[1] < box[3] ? box : undefined;
}

const isWhole = ([minX, minY, maxX, maxY]: Box, sizePx: number): boolean =>
  minX === 0 && minY === 0 && maxX === sizePx && maxY === sizePx;

function clipTo(context: SKRSContext2D, [minX, minY, maxX, maxY]: Box): void {
  context.beginPath();
  context.rect(minX, minY, maxX - minX, maxY - minY);
  context.clip();
}

interface EmbeddedPart {
  readonly map: MapAsset;
  readonly view: GroundView;
  readonly scheme: GroundTile['scheme'];
  readonly draw: typeof drawMap | typeof drawSeaAndLand;
}

function drawEmbedded(context: SKRSContext2D, { map, view, scheme, draw }: EmbeddedPart): void {
  context.save();
  draw(context, baseMapColors[scheme], toTileView(map, view));
  context.restore();
}
