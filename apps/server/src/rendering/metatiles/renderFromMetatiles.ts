import type { ImagePool } from '../pool/imagePool.ts';
import { composeWindow, type Target } from './composeWindow.ts';
import type { MetatileCache, MetatileKey } from './MetatileCache.ts';
import type { LevelWindow } from './metatileGrid.ts';
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
}

/** Renders a window of a level as an image of some size. Work past the wait limit is continued by the seeder. */
export const renderFromMetatiles = (
  { pool, metatiles, overviews }: MetatileTools,
  { key, window, target }: MetatileImage,
  limit: WaitLimit,
): Promise<Uint8Array> =>
  withinTime(limit, {
    work: (signal) => composeWindow({ metatiles, pool, signal }, { key, window, target }),
    onLate: () => overviews.enqueue(key, window),
  });
