import './browserShim.ts';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { parseGeomStyle } from '@pgis/cartography';
import { createStyleFunction } from '@pgis/cartography/ol';
import Feature from 'ol/Feature.js';
import type { ImageJob } from './ImageJob.ts';
import { ImageObjects } from './ImageObjects.ts';
import { mapOrigin } from './imageGrid.ts';
import { OlDrawing } from './OlDrawing.ts';
import { toOlGeometry } from './toOlGeometry.ts';

/**
 * Draws a layer as the browser does, with ol's own builders and executors and nothing of ours (decision 0008): what
 * `drawImage` is compared with in tests.
 */
export function drawByOl(job: ImageJob): Canvas {
  const { pixelRatio, width, height, background, zIndex } = job;
  const { style } = parseGeomStyle(job.geomStyle);
  const styleOf = createStyleFunction(style, { pixelRatio, createCanvas, zIndex });
  const origin = mapOrigin(job);
  const drawing = new OlDrawing(job);
  new ImageObjects(job).visit(({ shape, data, label, index }) => {
    const feature = new Feature({
      ...(data && { data }),
      ...(label && { objectMapLabel: label }),
      geometry: toOlGeometry(shape, origin),
    });
    for (const one of styleOf(feature) ?? []) drawing.add(feature, one, index);
  });
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  if (background) {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
  }
  drawing.drawShapes(canvas);
  drawing.drawLabels(canvas);
  return canvas;
}
