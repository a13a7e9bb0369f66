import { zoomFromResolution } from '@pgis/geo';
import type { ImageRequest } from './ImageRequest.ts';
import { toExtent3857 } from './imageProjections.ts';

/** Returns the zoom whose resolution is closest to that of a map, in metres of EPSG:3857 per CSS pixel. */
export function zoomOf({
  crs,
  extent,
  width,
  pixelRatio,
}: Pick<ImageRequest, 'crs' | 'extent' | 'width' | 'pixelRatio'>): number {
  const [minX, , maxX] = toExtent3857(crs, extent);
  return zoomFromResolution((maxX - minX) / (width / pixelRatio));
}
