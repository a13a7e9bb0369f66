import type { Extent } from '@pgis/geo';
import { type GeometryGrid, gridSteps, type ImageJob } from './ImageJob.ts';
import { imageProjections, toExtent3857 } from './imageProjections.ts';
import type { ToPixel } from './readTwkb.ts';

type Frame = Pick<ImageJob, 'crs' | 'extent' | 'width' | 'height'>;

/** The grid for an image: 0, 0 is its top left corner, or near it where the image is turned against EPSG:3857. */
export function toGrid({ crs, extent, width, height }: Frame): GeometryGrid {
  const [minX, minY, maxX, maxY] = toExtent3857(crs, extent);
  return {
    x: minX,
    y: maxY,
    stepX: (maxX - minX) / width / gridSteps,
    stepY: (maxY - minY) / height / gridSteps,
  };
}

/** From the grid to pixels of the image. */
export function toPixelOf({ crs, extent, width, height, grid }: Frame & Pick<ImageJob, 'grid'>): ToPixel {
  const { fromMercator } = imageProjections[crs];
  if (!fromMercator) return gridSteps;
  const [minX, , maxX, maxY] = extent;
  const scaleX = width / (maxX - minX);
  const scaleY = height / (maxY - extent[1]);
  return (u, v, out) => {
    const [x, y] = fromMercator([grid.x + u * grid.stepX, grid.y - v * grid.stepY]);
    out[0] = (x - minX) * scaleX;
    out[1] = (maxY - y) * scaleY;
  };
}

/** Every pattern fits in a whole number of times; in CSS pixels, as ol has it. */
const PATTERN_REPEAT_PX = 512;

/** The place nearest to 0, 0 of the image from where patterns of fills are laid out. */
export function patternStart(frame: Frame & Pick<ImageJob, 'pixelRatio'>): readonly [x: number, y: number] {
  const [x, y] = mapOrigin(frame);
  const repeat = PATTERN_REPEAT_PX * frame.pixelRatio;
  return [x % repeat, y % repeat];
}

/** Where the map's own 0, 0 lies, in pixels of the image. */
export function mapOrigin({ extent, width, height }: Frame): readonly [x: number, y: number] {
  const [minX, minY, maxX, maxY]: Readonly<Extent> = extent;
  return [(-minX * width) / (maxX - minX), (maxY * height) / (maxY - minY)];
}
