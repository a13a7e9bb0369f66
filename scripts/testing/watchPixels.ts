import type { Page } from '@playwright/test';

interface Place {
  /** On the screen. */
  readonly x: number;
  readonly y: number;
}

/**
 * Notes with every frame what the canvases of the map show at a place of the screen, as `#rrggbb`; nothing while no
 * canvas has anything there. Returns what ends it and gives the colours, without repeats.
 */
export async function watchPixels(page: Page, place: Place): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(({ x, y }) => {
    const seen: string[] = [];
    const watch = { seen, isOver: false };
    Object.assign(window, { pixelWatch: watch });
    const mixed = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (mixed === null) throw new Error('no canvas');
    mixed.canvas.width = 1;
    mixed.canvas.height = 1;
    const look = () => {
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
      if (color !== seen.at(-1)) seen.push(color);
      if (!watch.isOver) requestAnimationFrame(look);
    };
    look();
  }, place);
  return () =>
    page.evaluate(() => {
      const { pixelWatch } = window as unknown as { pixelWatch: { seen: string[]; isOver: boolean } };
      pixelWatch.isOver = true;
      return pixelWatch.seen;
    });
}
