import type { Canvas } from '@napi-rs/canvas';
import { clusterColor, drawCluster, parseGeomStyle } from '@pgis/cartography';
import type { ImageJob } from '../job/ImageJob.ts';

/** Draws the circles of clusters above everything else of the layer. */
export function drawClusters(canvas: Canvas, { clusters = [], geomStyle, pixelRatio }: ImageJob): void {
  const context = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  const color = clusterColor(parseGeomStyle(geomStyle).style);
  context.save();
  context.scale(pixelRatio, pixelRatio);
  for (const { x, y, count } of clusters)
    drawCluster(context, { x: x / pixelRatio, y: y / pixelRatio, count }, color);
  context.restore();
}
