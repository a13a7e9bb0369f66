import { zoomFromResolution } from '@pgis/geo';
import type { ImageRequest } from './ImageRequest.ts';
import { imageResolution } from './imageProjections.ts';

/** Returns the zoom whose resolution is closest to that of a map, in metres of EPSG:3857 per CSS pixel. */
export const zoomOf = (map: Pick<ImageRequest, 'crs' | 'extent' | 'width' | 'pixelRatio'>): number =>
  zoomFromResolution(imageResolution(map));
