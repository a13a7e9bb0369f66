/** Minimum heights in pixels: of the table, a few rows; of the map, enough to recognise the area. */
const MIN_HEIGHT = 200;
const MIN_MAP = 160;
const STEP = 32;

/** Limits a height to what fits between map and table. */
export const clampHeight = (requestedPx: number, room: number): number =>
  Math.max(MIN_HEIGHT, Math.min(requestedPx, room - MIN_MAP));

/** The height that a key sets; undefined for other keys. */
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
