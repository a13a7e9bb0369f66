import type { Canvas } from '@napi-rs/canvas';
import type { ImageObjects } from '../job/ImageObjects.ts';
import type { Obstacle } from '../ol/OlRenderer.ts';
import type { CompiledStyles } from './compileStyles.ts';

interface PointOptions {
  readonly objects: ImageObjects;
  readonly styles: CompiledStyles;
  readonly pixelRatio: number;
  /** Called with the box of each point, which labels avoid. */
  readonly onDrawn?: (box: Obstacle) => void;
}

/** Draws the points, each on whole pixels. */
export function drawPoints(canvas: Canvas, { objects, styles, pixelRatio, onDrawn }: PointOptions): void {
  const context = canvas.getContext('2d');
  const { width, height } = canvas;
  objects.visit(({ kind, shape, data }) => {
    if (kind !== 'point') return;
    const { sprite } = styles.find(kind, data);
    if (!sprite) return;
    const symbol = sprite.canvas as Canvas;
    for (let i = 0; i < (shape.ends.at(-1) ?? 0); i += 2) {
      const minX = (shape.coordinates[i] as number) - sprite.box.left * pixelRatio;
      const minY = (shape.coordinates[i + 1] as number) - sprite.box.up * pixelRatio;
      const [maxX, maxY] = [minX + symbol.width, minY + symbol.height];
      onDrawn?.({ minX, minY, maxX, maxY });
      if (maxX >= 0 && maxY >= 0 && minX <= width && minY <= height)
        context.drawImage(symbol, Math.round(minX), Math.round(minY));
    }
  });
}
