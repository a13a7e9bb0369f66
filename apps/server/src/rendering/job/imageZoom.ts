import { heatCellM } from '@pgis/cartography';
import { zoomFromResolution } from '@pgis/geo';
import type { ImageRequest } from './ImageRequest.ts';
import { imageResolution, toExtent3857 } from './imageProjections.ts';

/** Returns the zoom whose resolution is closest to that of a map, in metres of EPSG:3857 per CSS pixel. */
export const zoomOf = (map: Pick<ImageRequest, 'crs' | 'extent' | 'width' | 'pixelRatio'>): number =>
  zoomFromResolution(imageResolution(map));

/**
 * Returns the zoom whose cells add up the heat of an image: that of the image, or one further out where its pixels are so
 * stretched that cells would be narrower or lower than a pixel. So the grid has about as many cells as the image has pixels
 * at most, whatever extent is requested.
 */
export function heatZoomOf(
  { crs, extent, width, height }: Pick<ImageRequest, 'crs' | 'extent' | 'width' | 'height'>,
  zoom: number,
): number {
  const [minX, minY, maxX, maxY] = toExtent3857(crs, extent);
  const pixelM = Math.max((maxX - minX) / width, (maxY - minY) / height);
  return zoom - Math.max(0, Math.ceil(Math.log2(pixelM / heatCellM(zoom))));
}
