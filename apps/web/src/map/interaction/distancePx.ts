/** Distance between two pixels of the map. */
export const distancePx = (
  [ax = 0, ay = 0]: readonly number[],
  [bx = 0, by = 0]: readonly number[],
): number => Math.hypot(ax - bx, ay - by);
