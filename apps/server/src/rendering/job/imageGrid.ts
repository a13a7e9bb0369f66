import type { Extent, Position } from '@pgis/geo';
import type { ToPixel } from '../raster/TwkbReader.ts';
import { type GeometryGrid, gridSteps, type ImageJob } from './ImageJob.ts';
import { imageProjections, toExtent3857 } from './imageProjections.ts';

type Frame = Pick<ImageJob, 'crs' | 'extent' | 'width' | 'height'>;

/** The geometry grid of an image: 0, 0 is its top left corner, or near it where its projection is rotated against EPSG:3857. */
export function toGrid({ crs, extent, width, height }: Frame): GeometryGrid {
  const [minX, minY, maxX, maxY] = toExtent3857(crs, extent);
  return {
    x: minX,
    y: maxY,
    stepX: (maxX - minX) / width / gridSteps,
    stepY: (maxY - minY) / height / gridSteps,
  };
}

/** Conversion from the grid to pixels of the image. */
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

/** Converts a position of EPSG:3857 to pixels of the image. */
export function toImagePixel(
  { crs, extent, width, height }: Frame,
  position: Position,
): readonly [x: number, y: number] {
  const [x, y] = imageProjections[crs].fromMercator?.(position) ?? position;
  const [minX, minY, maxX, maxY] = extent;
  return [((x - minX) / (maxX - minX)) * width, ((maxY - y) / (maxY - minY)) * height];
}

/** CSS pixels; the period of every fill pattern of ol divides it. */
const PATTERN_REPEAT_PX = 512;

/** The origin of fill patterns nearest to 0, 0 of the image, so that patterns of neighbouring images join. */
export function patternOrigin(frame: Frame & Pick<ImageJob, 'pixelRatio'>): readonly [x: number, y: number] {
  const [x, y] = mapOrigin(frame);
  const repeat = PATTERN_REPEAT_PX * frame.pixelRatio;
  return [x % repeat, y % repeat];
}

/** Position of the coordinate system's 0, 0 in pixels of the image. */
export function mapOrigin({ extent, width, height }: Frame): readonly [x: number, y: number] {
  const [minX, minY, maxX, maxY]: Readonly<Extent> = extent;
  return [(-minX * width) / (maxX - minX), (maxY * height) / (maxY - minY)];
}
