import { type HeatGrid, heatCellM, heatColor, parseColor, spreadHeat } from '@pgis/cartography';
import type { RenderedImage } from '../encode/RenderedImage.ts';
import type { ImageHeat, ImageJob } from '../job/ImageJob.ts';
import { imageProjections, toExtent3857 } from '../job/imageProjections.ts';
import { PixelRaster } from '../raster/PixelRaster.ts';
import { blend, FULL, type Paint, toPaint } from '../raster/pixelPaint.ts';

/** Steps of colour from nothing to "many". */
const COLORS = 512;
/** Pixels between the positions that are computed in other projections; those between them are interpolated. */
const LATTICE_PX = 16;

/** Draws a heat map: values in the middle of cells, interpolated in between, so that neighbouring images join. */
export function drawHeat(job: ImageJob, { zoom, radiusPx, colors, many, cells }: ImageHeat): RenderedImage {
  const { width, height, background } = job;
  const raster = new PixelRaster(width, height);
  const ground = parseColor(background ?? '');
  if (ground) raster.fill(toPaint(ground));
  const grid = spreadHeat(frameOf(job, heatCellM(zoom)), cells, radiusPx);
  const paints: readonly Paint[] = Array.from({ length: COLORS + 1 }, (_, i) =>
    toPaint(heatColor(colors, i / COLORS)),
  );
  const { words } = raster;
  visitPixels(job, heatCellM(zoom), (pixel, u, v) => {
    const share = valueAt(grid, u, v) / many;
    // NaN, too, is nothing to draw.
    if (!(share > 0)) return;
    const { word, opacity } = paints[Math.min(COLORS, Math.round(share * COLORS))] as Paint;
    words[pixel] = blend(words[pixel] ?? 0, word, Math.round(opacity * FULL));
  });
  return { width, height, pixels: raster.pixels };
}

/** The values that the pixels of an image lie between. */
function frameOf({ crs, extent }: ImageJob, cellM: number): Omit<HeatGrid, 'values'> {
  const [minX, minY, maxX, maxY] = toExtent3857(crs, extent);
  const [column, row] = [Math.floor(minX / cellM) - 1, Math.floor(minY / cellM) - 1];
  const columns = Math.floor(maxX / cellM) + 2 - column;
  const rows = Math.floor(maxY / cellM) + 2 - row;
  return { column, row, columns, rows };
}

function valueAt({ column, row, columns, rows, values }: HeatGrid, u: number, v: number): number {
  const [x, y] = [u - 0.5 - column, v - 0.5 - row];
  const [left, bottom] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || bottom < 0 || left + 1 >= columns || bottom + 1 >= rows) return 0;
  const [right, up] = [x - left, y - bottom];
  const at = bottom * columns + left;
  const lower = (values[at] ?? 0) * (1 - right) + (values[at + 1] ?? 0) * right;
  const upper = (values[at + columns] ?? 0) * (1 - right) + (values[at + columns + 1] ?? 0) * right;
  return lower * (1 - up) + upper * up;
}

type Visit = (pixel: number, u: number, v: number) => void;

/** Visits the middle of each pixel with its position in columns and rows of cells. */
function visitPixels({ crs, extent, width, height }: ImageJob, cellM: number, visit: Visit): void {
  const [minX, , maxX, maxY] = extent;
  const [stepX, stepY] = [(maxX - minX) / width, (maxY - extent[1]) / height];
  const { toMercator } = imageProjections[crs];
  const cellAt = (x: number, y: number) => {
    const [east, north] = toMercator([minX + (x + 0.5) * stepX, maxY - (y + 0.5) * stepY]);
    return [east / cellM, north / cellM] as const;
  };
  for (let top = 0; top < height; top += LATTICE_PX)
    for (let left = 0; left < width; left += LATTICE_PX) {
      const [a, b] = [cellAt(left, top), cellAt(left + LATTICE_PX, top)];
      const [c, d] = [cellAt(left, top + LATTICE_PX), cellAt(left + LATTICE_PX, top + LATTICE_PX)];
      for (let y = top; y < Math.min(height, top + LATTICE_PX); y++) {
        const down = (y - top) / LATTICE_PX;
        const [fromU, fromV] = [a[0] + (c[0] - a[0]) * down, a[1] + (c[1] - a[1]) * down];
        const [toU, toV] = [b[0] + (d[0] - b[0]) * down, b[1] + (d[1] - b[1]) * down];
        for (let x = left; x < Math.min(width, left + LATTICE_PX); x++) {
          const along = (x - left) / LATTICE_PX;
          visit(y * width + x, fromU + (toU - fromU) * along, fromV + (toV - fromV) * along);
        }
      }
    }
}
