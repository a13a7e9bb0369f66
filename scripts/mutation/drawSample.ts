import { createHash } from 'node:crypto';

/** Draws `count` of the items; the same seed draws the same ones, in the same order. */
export function drawSample<T>(items: readonly T[], count: number, seed: number): readonly T[] {
  const lots = items.map((item, index) => ({
    item,
    lot: createHash('sha256').update(`${seed} ${index}`).digest('hex'),
  }));
  return lots
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
    .map(({ item }) => item);
}
