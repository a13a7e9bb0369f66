import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** A mouse tells where it is about so often. */
const MOVE_MS = 16;
const MOVES = 30;
/** A mouse that rests before it lets go does not throw the map. */
const REST_MS = 150;

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** The middle of the map. */
export async function middleOf(page: Page): Promise<Pixel> {
  const box = await page.getByRole('application').boundingBox();
  if (box === null) throw new Error('the map is not visible');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

/** Drags the map with the mouse, there and then farther, as fast as a hand does. */
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

/** One notch of the wheel, and the time in which the map follows. */
export async function turnWheel(page: Page, at: Pixel, notches: 1 | -1): Promise<void> {
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, 120 * notches);
  await sleep(FOLLOW_MS);
}
const FOLLOW_MS = 700;
