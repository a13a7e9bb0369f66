import './browserShim.ts';
import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import { parseColor } from '@pgis/cartography';
import Feature from 'ol/Feature.js';
import { type Drawing, readCanvas } from './Drawing.ts';
import { drawPoints } from './drawPoints.ts';
import { drawLines, drawPlainPolygons, drawPolygons } from './drawShapes.ts';
import type { ImageJob } from './ImageJob.ts';
import { ImageObjects } from './ImageObjects.ts';
import { mapOrigin, patternStart } from './imageGrid.ts';
import { listLabelPieces } from './labelPieces.ts';
import { type LoweredStyles, lowerStyles } from './lowerStyles.ts';
import { type Obstacle, OlDrawing } from './OlDrawing.ts';
import { PixelRaster } from './PixelRaster.ts';
import { toPaint } from './pixelPaint.ts';
import { toOlGeometry } from './toOlGeometry.ts';

/**
 * Draws a layer as ol does in the browser, faster: styles are lowered once for each rule, plain polygons are drawn on
 * pixels, all else by the canvas itself without ol's instructions in between; labels are placed and drawn by ol, so that
 * the same ones win. `drawByOl` is what it is compared with.
 */
export function drawImage(job: ImageJob, stop?: Int32Array): Drawing {
  const { width, height } = job;
  const objects = new ImageObjects(job, stop);
  const styles = lowerStyles(job);
  if (!styles.arePolygonsPlain) return readCanvas(drawOnCanvas(job, objects, styles, undefined));
  const raster = new PixelRaster(width, height);
  const ground = parseColor(job.background ?? '');
  if (ground) raster.fill(toPaint(ground));
  drawPlainPolygons(raster, objects, styles);
  const hasMore = objects.has('line') || objects.has('point') || job.labels !== undefined;
  if (!hasMore) return { width, height, pixels: raster.pixels };
  return readCanvas(drawOnCanvas(job, objects, styles, raster));
}

/** Everything, over what was drawn on pixels. */
function drawOnCanvas(
  job: ImageJob,
  objects: ImageObjects,
  styles: LoweredStyles,
  beneath: PixelRaster | undefined,
): Canvas {
  const { width, height, background } = job;
  const canvas = createCanvas(width, height);
  const own = canvas.getContext('2d');
  const context = own as unknown as CanvasRenderingContext2D;
  if (beneath) own.putImageData(new ImageData(beneath.pixels, width, height), 0, 0);
  else {
    if (background) {
      context.fillStyle = background;
      context.fillRect(0, 0, width, height);
    }
    drawPolygons(context, objects, styles, patternStart(job));
  }
  if (objects.has('line')) drawLines(context, objects, styles);
  const obstacles = objects.has('point') ? drawPoints(canvas, objects, styles, job.pixelRatio) : [];
  if (job.labels !== undefined) drawLabels(canvas, job, objects, styles, obstacles);
  return canvas;
}

function drawLabels(
  canvas: Canvas,
  job: ImageJob,
  objects: ImageObjects,
  styles: LoweredStyles,
  obstacles: readonly Obstacle[],
): void {
  const drawing = new OlDrawing(job);
  const origin = mapOrigin(job);
  let count = 0;
  objects.visit(({ kind, shape, data, label, index }) => {
    if (label === '') return;
    const found = styles.find(kind, data).label;
    if (!found) return;
    found.text.setText(label);
    const geometries =
      job.isPart && kind === 'line' ? listLabelPieces(shape, job, origin) : [toOlGeometry(shape, origin)];
    for (const geometry of geometries) drawing.add(new Feature(geometry), found.style, index);
    count++;
  });
  if (count > 0) drawing.drawLabels(canvas, obstacles);
}
