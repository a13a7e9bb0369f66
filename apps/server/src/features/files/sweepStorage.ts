import type { AppDeps } from '../../AppDeps.ts';
import { claimOrphanedBlobs, removePendingBlobs } from '../../storage/pendingBlobs.ts';
import { derivedKeysOf } from './images/derivedImages.ts';

/** Longer than any upload and any backup takes to get to a blob. */
const ORPHANED_S = 3_600;
const BATCH_KEYS = 500;

type Deps = Pick<AppDeps, 'database' | 'storage'>;

interface SweepOptions {
  /** No other process uses the database, so that blobs without a row and temporary files are nobody's. */
  readonly isAlone: boolean;
}

const ageOf = ({ isAlone }: SweepOptions): number => (isAlone ? 0 : ORPHANED_S);

export async function sweepStorage(deps: Deps, options: SweepOptions): Promise<void> {
  await sweepTempFiles(deps, options);
  await sweepBlobs(deps, options);
}

/** Deletes what broken uploads left on the disk of this process. */
export const sweepTempFiles = ({ storage }: Pick<Deps, 'storage'>, options: SweepOptions): Promise<void> =>
  storage.tempStore.sweep(ageOf(options) * 1_000);

/** Deletes blobs that have had no row for an hour, with the images made of them. */
export async function sweepBlobs({ database: { db }, storage }: Deps, options: SweepOptions): Promise<void> {
  for (;;) {
    const keys = await claimOrphanedBlobs(db, { olderThanS: ageOf(options), limit: BATCH_KEYS });
    if (keys.length === 0) return;
    await storage.blobs.remove(keys.flatMap((key) => [key, ...derivedKeysOf(key)]));
    await removePendingBlobs(db, keys);
  }
}
