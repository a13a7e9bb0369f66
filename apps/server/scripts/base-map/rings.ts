/** A ring as x0, y0, x1, y1 … without the closing point. */
export type Ring = readonly number[];

/** Returns minX, minY, maxX, maxY. */
export function boundsOf(ring: Ring): [number, number, number, number] {
  const bounds: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i] ?? 0;
    const y = ring[i + 1] ?? 0;
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  }
  return bounds;
}

/** Returns the distance to the nearest point of the ring, negative outside it. */
export function distanceInside(ring: Ring, x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let lastX = ring.at(-2) ?? 0;
  let lastY = ring.at(-1) ?? 0;
  for (let i = 0; i < ring.length; i += 2) {
    const nextX = ring[i] ?? 0;
    const nextY = ring[i + 1] ?? 0;
    const dx = lastX - nextX;
    const dy = lastY - nextY;
    const length2 = dx * dx + dy * dy;
    const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((x - nextX) * dx + (y - nextY) * dy) / length2));
    nearest = Math.min(nearest, Math.hypot(x - nextX - t * dx, y - nextY - t * dy));
    lastX = nextX;
    lastY = nextY;
  }
  return isInRing(ring, x, y) ? nearest : -nearest;
}

export function isInRing(ring: Ring, x: number, y: number): boolean {
  let inside = false;
  let lastX = ring.at(-2) ?? 0;
  let lastY = ring.at(-1) ?? 0;
  for (let i = 0; i < ring.length; i += 2) {
    const nextX = ring[i] ?? 0;
    const nextY = ring[i + 1] ?? 0;
    const crossesRow = nextY > y !== lastY > y;
    if (crossesRow && x < ((lastX - nextX) * (y - nextY)) / (lastY - nextY) + nextX) inside = !inside;
    lastX = nextX;
    lastY = nextY;
  }
  return inside;
}
