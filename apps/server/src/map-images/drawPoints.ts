import type { Canvas } from '@napi-rs/canvas';
import type { ImageObjects } from './ImageObjects.ts';
import type { LoweredStyles } from './lowerStyles.ts';
import type { Obstacle } from './OlDrawing.ts';

/** Draws the points, each on whole pixels; gives the places that labels keep clear of when there are labels. */
export function drawPoints(
  canvas: Canvas,
  objects: ImageObjects,
  styles: LoweredStyles,
  pixelRatio: number,
): readonly Obstacle[] {
  const context = canvas.getContext('2d');
  const obstacles: Obstacle[] = [];
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
      obstacles.push({ minX, minY, maxX, maxY });
      if (maxX >= 0 && maxY >= 0 && minX <= width && minY <= height)
        context.drawImage(symbol, Math.round(minX), Math.round(minY));
    }
  });
  return obstacles;
}
