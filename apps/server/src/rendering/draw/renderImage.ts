import '../ol/browserShim.ts';
import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import { isLabelAtResolution, parseColor } from '@pgis/cartography';
import Feature from 'ol/Feature.js';
import { type RenderedImage, readCanvas } from '../encode/RenderedImage.ts';
import type { ImageJob } from '../job/ImageJob.ts';
import { ImageObjects } from '../job/ImageObjects.ts';
import { mapOrigin, patternOrigin } from '../job/imageGrid.ts';
import { imageResolution } from '../job/imageProjections.ts';
import { listLabelSegments } from '../ol/labelSegments.ts';
import { type Obstacle, OlRenderer } from '../ol/OlRenderer.ts';
import { toOlGeometry } from '../ol/toOlGeometry.ts';
import { PixelRaster } from '../raster/PixelRaster.ts';
import { toPaint } from '../raster/pixelPaint.ts';
import { type CompiledStyles, compileStyles } from './compileStyles.ts';
import { drawClusters } from './drawClusters.ts';
import { drawHeat } from './drawHeat.ts';
import { drawPoints } from './drawPoints.ts';
import { drawLines, drawPlainLines, drawPlainPolygons, drawPolygons } from './drawShapes.ts';

/** An image job with its decoded objects and compiled styles. */
interface Scene {
  readonly job: ImageJob;
  readonly objects: ImageObjects;
  readonly styles: CompiledStyles;
}

/** Pixels of the largest image whose memory is used again: the map of a browser window, and a metatile. */
const MAX_REUSED_PX = 1_200_000;

/** Draws the images of this thread. With new memory for each, some 30 MB, V8 would collect garbage after every other image. */
let sharedRaster: PixelRaster | undefined;

/** A drawing that fails returns no raster: its memory may hold parts of a shape. */
function takeRaster(width: number, height: number): PixelRaster {
  const raster = sharedRaster ?? new PixelRaster(0, 0);
  sharedRaster = undefined;
  raster.start(width, height);
  return raster;
}

function returnRaster(raster: PixelRaster): void {
  if (raster.width * raster.height <= MAX_REUSED_PX) sharedRaster = raster;
}

/**
 * Renders a layer as ol does in the browser, but faster: styles are compiled once per rule, plain polygons and lines are
 * rasterized by our own code, everything else is drawn by the canvas without ol's instruction lists in between. Labels are
 * placed and drawn by ol, so that the same ones win. Tests compare the result with `renderWithOl`.
 *
 * The pixels are valid until this thread renders the next image.
 *
 * @throws once the first number of `stop` is set.
 */
export function renderImage(job: ImageJob, stop?: Int32Array): RenderedImage {
  const { width, height } = job;
  if (job.heat !== undefined) return drawHeat(job, job.heat);
  const scene: Scene = { job, objects: new ImageObjects(job, stop), styles: compileStyles(job) };
  const { objects, styles } = scene;
  if (!styles.arePolygonsPlain) return readCanvas(drawOnCanvas(scene));
  const raster = takeRaster(width, height);
  const background = parseColor(job.background ?? '');
  if (background) raster.fill(toPaint(background));
  drawPlainPolygons(raster, objects, styles);
  const areLinesPlain = !objects.has('line') || styles.areLinesPlain;
  if (objects.has('line') && areLinesPlain) drawPlainLines(raster, objects, styles);
  const isFinished =
    areLinesPlain && !objects.has('point') && job.labels === undefined && job.clusters === undefined;
  const image = isFinished
    ? { width, height, pixels: raster.pixels }
    : readCanvas(drawOnCanvas(scene, raster));
  returnRaster(raster);
  return image;
}

/** Draws the scene on a canvas, over the polygons and plain lines that are already rasterized. */
function drawOnCanvas(scene: Scene, raster?: PixelRaster): Canvas {
  const { job, objects, styles } = scene;
  const { width, height, background, pixelRatio } = job;
  const canvas = createCanvas(width, height);
  const skia = canvas.getContext('2d');
  const context = skia as unknown as CanvasRenderingContext2D;
  if (raster) skia.putImageData(new ImageData(raster.pixels, width, height), 0, 0);
  else {
    if (background) {
      context.fillStyle = background;
      context.fillRect(0, 0, width, height);
    }
    drawPolygons(context, { objects, styles, origin: patternOrigin(job) });
  }
  if (objects.has('line') && !(raster && styles.areLinesPlain)) drawLines(context, { objects, styles });
  const hasLabels = job.labels !== undefined;
  const obstacles: Obstacle[] = [];
  // A million boxes would take more memory than the points.
  const onDrawn = (box: Obstacle) => void obstacles.push(box);
  if (objects.has('point'))
    drawPoints(canvas, { objects, styles, pixelRatio, ...(hasLabels && { onDrawn }) });
  if (hasLabels) drawLabels(canvas, scene, obstacles);
  if (job.clusters !== undefined) drawClusters(canvas, job);
  return canvas;
}

function drawLabels(canvas: Canvas, { job, objects, styles }: Scene, obstacles: readonly Obstacle[]): void {
  const renderer = new OlRenderer(job);
  const origin = mapOrigin(job);
  const resolution = imageResolution(job);
  let count = 0;
  objects.visit(({ kind, shape, data, label, index }) => {
    if (label === '') return;
    const found = styles.find(kind, data).label;
    if (!found || !isLabelAtResolution(found.symbol, resolution)) return;
    found.text.setText(label);
    const geometries =
      job.isTile && kind === 'line' ? listLabelSegments(shape, job, origin) : [toOlGeometry(shape, origin)];
    for (const geometry of geometries) renderer.add(new Feature(geometry), found.style, index);
    count++;
  });
  if (count > 0) renderer.drawLabels(canvas, obstacles);
}
