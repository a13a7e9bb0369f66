import type { Extent } from '@pgis/geo';

/** What these cover together; null for none. */
export const unitedExtent = (extents: readonly Extent[]): Extent | null =>
  extents.reduce<Extent | null>(
    (all, [minX, minY, maxX, maxY]) =>
      all === null
        ? [minX, minY, maxX, maxY]
        : [Math.min(all[0], minX), Math.min(all[1], minY), Math.max(all[2], maxX), Math.max(all[3], maxY)],
    null,
  );
