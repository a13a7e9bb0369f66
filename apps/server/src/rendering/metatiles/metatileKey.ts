import { CLUSTER_CELL_PX, compileStyle, MAX_CLUSTER_PX, parseGeomStyle, thinSymbol } from '@pgis/cartography';
import { type Extent, resolutionFromZoom } from '@pgis/geo';
import { hasClustersAt, hasHeatAt, thinningOf } from '../../layers/Layer.ts';
import { kindBit, type ObjectKind, objectKinds } from '../../layers/ObjectKind.ts';
import { blurReachM, hasBlurredPositions } from '../../layers/visibleGeometry.ts';
import { heatBufferPx } from '../job/aggregates/readHeat.ts';
import { labelBufferPx } from '../job/ImageJob.ts';
import type { ImageRequest } from '../job/ImageRequest.ts';
import { isPlainSymbol } from '../job/plainSymbols.ts';
import { symbolBuffer } from '../job/symbolBuffer.ts';
import type { PixelBox } from '../job/tileGrid.ts';
import type { LayerRendering } from './LayerRendering.ts';
import { levelResolution, type Metatile, metatileExtent } from './metatileGrid.ts';

/** Identifies the images of a layer; with a metatile it is the key of one image. */
export interface MetatileKey {
  readonly rendering: LayerRendering;
  readonly kinds: readonly ObjectKind[];
  /** Whole zoom of the map that the image is for: crowded objects are drawn as at this zoom, whatever the level. */
  readonly zoom: number;
}

/** Request of a part of a metatile. */
export function toRequest({ kinds }: MetatileKey, metatile: Metatile, box: PixelBox): ImageRequest {
  const { left, top, width, height } = box;
  const [minX, , , maxY] = metatileExtent(metatile);
  const resolution = levelResolution(metatile.level);
  return {
    crs: 'EPSG:3857',
    extent: [
      minX + left * resolution,
      maxY - (top + height) * resolution,
      minX + (left + width) * resolution,
      maxY - top * resolution,
    ],
    width,
    height,
    pixelRatio: metatile.pixelRatio,
    kinds,
    background: undefined,
    format: 'png',
    hiddenRules: [],
  };
}

/** CSS pixels around a metatile in which objects are drawn; neighbours must agree on the labels near their edge. */
export const symbolBufferOf = ({ rendering, kinds }: MetatileKey): number =>
  symbolBuffer(rendering.scope.layer, kinds, labelBufferPx);

/**
 * CSS pixels around a metatile in which changes count. A point changes its whole cell, at whose other end symbols or the
 * circle may stand; the pixels of a cell depend on the level.
 */
export function changeBufferOf(key: MetatileKey, metatile: Metatile): number {
  const { level, pixelRatio } = metatile;
  const blur = blurPx(key, metatile);
  const symbolPx = symbolBufferOf(key);
  const zoomed = resolutionFromZoom(key.zoom) / (pixelRatio * levelResolution(level));
  if (hasHeat(key)) return blur + Math.ceil(heatBufferPx(key.rendering.scope.layer.density) * zoomed);
  if (!hasClusters(key)) return blur + symbolPx;
  return blur + Math.ceil(CLUSTER_CELL_PX * zoomed) + Math.max(symbolPx, MAX_CLUSTER_PX);
}

/** Changes have the boxes of whole cells; that of many changes may lack half a cell in rows between its first and last. */
const blurPx = ({ rendering }: MetatileKey, metatile: Metatile): number =>
  hasBlurredPositions(rendering.scope)
    ? Math.ceil(
        blurReachM(metatileExtent(metatile)) / (metatile.pixelRatio * levelResolution(metatile.level)),
      )
    : 0;

const hasHeat = ({ rendering, zoom }: MetatileKey): boolean => hasHeatAt(rendering.scope.layer, zoom);

const hasClusters = ({ rendering, kinds, zoom }: MetatileKey): boolean =>
  kinds.includes(objectKinds.point) && hasClustersAt(rendering.scope.layer, zoom);

/** Returns the extent of a metatile with a buffer of CSS pixels on each side. */
export function widen(metatile: Metatile, bufferPx: number): Extent {
  const [minX, minY, maxX, maxY] = metatileExtent(metatile);
  const bufferM = bufferPx * metatile.pixelRatio * levelResolution(metatile.level);
  return [minX - bufferM, minY - bufferM, maxX + bufferM, maxY + bufferM];
}

/** Kinds that are drawn and that the layer holds. */
const drawnKinds = ({ rendering: { scope }, kinds }: MetatileKey): readonly ObjectKind[] => {
  const { kinds: layerKinds } = scope.layer;
  return kinds.filter((kind) => layerKinds === 0 || (layerKinds & kindBit(kind)) !== 0);
};

/** Kinds whose objects are drawn one by one. Clusters and cells of heat are few, whatever they count. */
export const singlyDrawnKinds = (key: MetatileKey): readonly ObjectKind[] =>
  hasHeat(key) ? [] : drawnKinds(key).filter((kind) => kind !== objectKinds.point || !hasClusters(key));

/**
 * True when the worker draws each object in a microsecond: plain areas, lines and points without labels. Metatiles of other
 * styles have no provisional images.
 */
export function isDrawnFast(key: MetatileKey): boolean {
  const { scope, hasLabels } = key.rendering;
  const thinning = thinningOf(scope.layer, key.zoom);
  const style = compileStyle(parseGeomStyle(scope.layer.geomStyle).style);
  const isPlain = (kind: 'line' | 'polygon') =>
    style.outerSymbols.every((index) =>
      isPlainSymbol(thinSymbol(style.symbolOf(index, kind), thinning), kind),
    );
  const singleKinds = singlyDrawnKinds(key);
  return (
    !hasLabels &&
    !hasHeat(key) &&
    (!singleKinds.includes(objectKinds.line) || isPlain('line')) &&
    (!singleKinds.includes(objectKinds.polygon) || isPlain('polygon'))
  );
}

/** Name of the file. Kinds that the layer does not hold do not count: they change nothing in the image. */
export const nameOf = (key: MetatileKey, metatile: Metatile): string => toName(key, metatile, '');

/** Name of the file of a provisional image, which is used until the metatile itself is there. */
export const provisionalNameOf = (key: MetatileKey, metatile: Metatile): string =>
  toName(key, metatile, '-provisional');

function toName(key: MetatileKey, metatile: Metatile, suffix: string): string {
  const { scope } = key.rendering;
  const { id, density } = scope.layer;
  const drawn = `${drawnKinds(key).toSorted().join('')}-${density.kind === 'asIs' ? '' : key.zoom}`;
  const { level, x, y, pixelRatio } = metatile;
  return `${id}/${key.rendering.key}/${drawn}/${level}@${pixelRatio}${suffix}/${x}/${y}`;
}
