import type { AppDeps } from '../../AppDeps.ts';
import { pictureKeysOf } from './pictures.ts';
import { forgetLooseBlobs, takeLooseBlobs } from './repository.ts';

/** Longer than any upload and any backup takes to get to a blob. */
const LOOSE_S = 3_600;
const AT_ONCE = 500;

/**
 * Removes blobs that have had no row for an hour, with the pictures made of them, and what broken uploads left on the
 * disk. `isAlone`: no other process uses the database, so that what is loose now is nobody's.
 */
export async function sweepBlobs(
  { database: { db }, storage }: Pick<AppDeps, 'database' | 'storage'>,
  { isAlone }: { readonly isAlone: boolean },
): Promise<void> {
  const olderThanS = isAlone ? 0 : LOOSE_S;
  await storage.spool.sweep(olderThanS * 1_000);
  for (;;) {
    const keys = await takeLooseBlobs(db, { olderThanS, limit: AT_ONCE });
    if (keys.length === 0) return;
    await storage.blobs.remove(keys.flatMap((key) => [key, ...pictureKeysOf(key)]));
    await forgetLooseBlobs(db, keys);
  }
}
