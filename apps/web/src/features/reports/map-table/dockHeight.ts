/** Pixels: a few rows of the table, and of the map what one still finds one's way in. */
const LEAST_HEIGHT = 200;
const LEAST_MAP = 160;
const STEP = 32;

/** What fits between map and table in a place of this height. */
export const clampHeight = (wanted: number, room: number): number =>
  Math.max(LEAST_HEIGHT, Math.min(wanted, room - LEAST_MAP));

/** The height that a key asks of the edge; undefined for other keys. */
export function keyedHeight(key: string, height: number, room: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return clampHeight(height + STEP, room);
    case 'ArrowDown':
      return clampHeight(height - STEP, room);
    case 'Home':
      return clampHeight(0, room);
    case 'End':
      return clampHeight(room, room);
    default:
      return undefined;
  }
}
