import './browserShim.ts';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { parseGeomStyle } from '@pgis/cartography';
import { createStyleFunction } from '@pgis/cartography/ol';
import Feature from 'ol/Feature.js';
import type { ImageJob } from '../job/ImageJob.ts';
import { ImageObjects } from '../job/ImageObjects.ts';
import { mapOrigin } from '../job/imageGrid.ts';
import { imageResolution } from '../job/imageProjections.ts';
import { OlRenderer } from './OlRenderer.ts';
import { toOlGeometry } from './toOlGeometry.ts';

/**
 * The oracle of the tests: renders a layer as the browser does, with ol's own builders and executors and none of our
 * drawing code (decision 0008). `renderImage` is compared with it.
 */
export function renderWithOl(job: ImageJob): Canvas {
  const { pixelRatio, width, height, background, zIndex, thinning } = job;
  const { style } = parseGeomStyle(job.geomStyle);
  const styleOf = createStyleFunction(style, { pixelRatio, createCanvas, zIndex, thinning });
  const origin = mapOrigin(job);
  const resolution = imageResolution(job);
  const renderer = new OlRenderer(job);
  new ImageObjects(job).visit(({ shape, data, label, index }) => {
    const feature = new Feature({
      ...(data && { data }),
      ...(label && { objectMapLabel: label }),
      geometry: toOlGeometry(shape, origin),
    });
    for (const one of styleOf(feature, resolution) ?? []) renderer.add(feature, one, index);
  });
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  if (background) {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
  }
  renderer.drawShapes(canvas);
  renderer.drawLabels(canvas);
  return canvas;
}
