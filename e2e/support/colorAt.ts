import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** Returns the visible colour at a screen position, as `#rrggbb`. */
export async function colorAt(
  page: Page,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<string> {
  const clip = { x: Math.floor(x), y: Math.floor(y), width: 1, height: 1 };
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `#${data.subarray(0, 3).toString('hex')}`;
}
