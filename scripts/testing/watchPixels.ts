import type { Page } from '@playwright/test';

interface ScreenPosition {
  /** Position on the screen. */
  readonly x: number;
  readonly y: number;
}

/**
 * Records in every frame the colour that the canvases of the map show at a screen position, as `#rrggbb`; nothing
 * while no canvas has drawn there. Returns a function that stops and gives the colours, without repeats.
 */
export async function watchPixels(
  page: Page,
  position: ScreenPosition,
): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(({ x, y }) => {
    const colors: string[] = [];
    const watch = { colors, isOver: false };
    Object.assign(window, { pixelWatch: watch });
    const mixed = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (mixed === null) throw new Error('no canvas');
    mixed.canvas.width = 1;
    mixed.canvas.height = 1;
    const readFrame = () => {
      mixed.clearRect(0, 0, 1, 1);
      for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.ol-layer canvas')) {
        const box = canvas.getBoundingClientRect();
        if (box.width === 0 || canvas.width === 0) continue;
        const [sx, sy] = [
          ((x - box.left) * canvas.width) / box.width,
          ((y - box.top) * canvas.height) / box.height,
        ];
        mixed.drawImage(canvas, Math.floor(sx), Math.floor(sy), 1, 1, 0, 0, 1, 1);
      }
      const [r = 0, g = 0, b = 0, a = 0] = mixed.getImageData(0, 0, 1, 1).data;
      const color = a === 0 ? '' : `#${((r << 16) | (g << 8) | b).toString(16).padStart(6, '0')}`;
      if (color !== colors.at(-1)) colors.push(color);
      if (!watch.isOver) requestAnimationFrame(readFrame);
    };
    readFrame();
  }, position);
  return () =>
    page.evaluate(async () => {
      const { pixelWatch } = window as unknown as { pixelWatch: { colors: string[]; isOver: boolean } };
      // What is on the screen by now may not have been read yet.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      pixelWatch.isOver = true;
      return pixelWatch.colors;
    });
}
