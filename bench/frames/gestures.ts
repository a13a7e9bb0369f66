import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** Interval in which a mouse reports its position. */
const MOVE_MS = 16;
const MOVES = 30;
/** Pause before the release of the mouse, which prevents kinetic panning. */
const REST_MS = 150;

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Returns the centre of the map. */
export async function middleOf(page: Page): Promise<Pixel> {
  const box = await page.getByRole('application').boundingBox();
  if (box === null) throw new Error('the map is not visible');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

/** Drags the map with the mouse at the speed of a hand. */
export async function drag(page: Page, from: Pixel, by: Pixel): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let move = 1; move <= MOVES; move++) {
    const next = sleep(MOVE_MS);
    await page.mouse.move(from.x + (by.x * move) / MOVES, from.y + (by.y * move) / MOVES);
    await next;
  }
  await sleep(REST_MS);
  await page.mouse.up();
}

/** Turns the wheel by one notch and waits until the map has followed. */
export async function turnWheel(page: Page, at: Pixel, notches: 1 | -1): Promise<void> {
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, 120 * notches);
  await sleep(FOLLOW_MS);
}
const FOLLOW_MS = 700;
