import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export const IDLE_MS = 5_000;

/** Resolves when seeding has stopped: no new file for a while. */
export async function waitUntilSeeded(folder: string): Promise<void> {
  let [files, since] = [0, performance.now()];
  while (performance.now() - since < IDLE_MS) {
    await sleep(500);
    const now = (await readdir(folder, { recursive: true })).length;
    if (now !== files) [files, since] = [now, performance.now()];
  }
}
