import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export const RESTS_MS = 5_000;

/** Until nothing is drawn ahead any more: no new file for a while. */
export async function untilRests(folder: string): Promise<void> {
  let [files, since] = [0, performance.now()];
  while (performance.now() - since < RESTS_MS) {
    await sleep(500);
    const now = (await readdir(folder, { recursive: true })).length;
    if (now !== files) [files, since] = [now, performance.now()];
  }
}
