import type { ImagePool } from '../pool/imagePool.ts';
import { readWindow, type Target, toMosaicJob } from './composeWindow.ts';
import type { MetatileCache } from './MetatileCache.ts';
import type { LevelWindow } from './metatileGrid.ts';
import type { MetatileKey } from './metatileKey.ts';
import type { OverviewSeeder } from './OverviewSeeder.ts';
import { type WaitLimit, withinTime } from './waitLimit.ts';

export interface MetatileTools {
  readonly pool: ImagePool;
  readonly metatiles: MetatileCache;
  readonly overviews: OverviewSeeder;
}

interface MetatileImage {
  readonly key: MetatileKey;
  readonly window: LevelWindow;
  readonly target: Target;
  /** See `MetatileWork`. */
  readonly maxAgeS?: number;
}

interface WindowImage {
  readonly image: Uint8Array;
  /** True when the next image may differ, though nothing changes (decision 0050). */
  readonly isProvisional: boolean;
}

/**
 * Renders a window of a level as an image of some size. Rendering its metatiles is subject to the wait limit; past it the
 * seeder continues, as it finishes provisional images.
 */
export async function renderFromMetatiles(
  { pool, metatiles, overviews }: MetatileTools,
  { key, window, target, maxAgeS = 0 }: MetatileImage,
  limit: WaitLimit,
): Promise<WindowImage> {
  let isProvisional = false;
  const onProvisional = () => {
    isProvisional = true;
    overviews.finish(key, window);
  };
  const tiles = await withinTime(limit, {
    work: (signal) => readWindow({ metatiles, pool, signal, maxAgeS, onProvisional }, { key, window }),
    onLate: () => overviews.enqueue(key, window),
  });
  return { image: await pool.render(toMosaicJob(tiles, window, target), limit.signal), isProvisional };
}
