import { CLUSTER_CELL_PX } from '@pgis/cartography';
import type { Extent } from '@pgis/geo';
import { kindBit, type ObjectKind } from '../../layers/ObjectKind.ts';
import { labelBufferPx } from '../job/ImageJob.ts';
import type { ImageRequest } from '../job/ImageRequest.ts';
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

/** CSS pixels around a metatile in which objects and changes count; neighbours must agree on the labels near their edge. */
export function bufferOf({ rendering, kinds }: MetatileKey): number {
  const { layer } = rendering.scope;
  const symbolPx = symbolBuffer(layer, kinds, labelBufferPx);
  return layer.density.kind === 'clusters' ? Math.max(symbolPx, CHANGED_CLUSTER_PX) : symbolPx;
}

/** A point changes the count of its cell, whose circle may stand at the other end of it; cells grow between two zooms. */
const CHANGED_CLUSTER_PX = 2 * CLUSTER_CELL_PX;

/** Returns the extent of a metatile with a buffer of CSS pixels on each side. */
export function widen(metatile: Metatile, bufferPx: number): Extent {
  const [minX, minY, maxX, maxY] = metatileExtent(metatile);
  const bufferM = bufferPx * metatile.pixelRatio * levelResolution(metatile.level);
  return [minX - bufferM, minY - bufferM, maxX + bufferM, maxY + bufferM];
}

/** Name of the file. Kinds that the layer does not hold do not count: they change nothing in the image. */
export function nameOf({ rendering: { scope, key }, kinds, zoom }: MetatileKey, metatile: Metatile): string {
  const { id, kinds: layerKinds, density } = scope.layer;
  const drawn = kinds.filter((kind) => layerKinds === 0 || (layerKinds & kindBit(kind)) !== 0).sort();
  const { level, x, y, pixelRatio } = metatile;
  return `${id}/${key}/${drawn.join('')}-${density.kind === 'asIs' ? '' : zoom}/${level}@${pixelRatio}/${x}/${y}`;
}
