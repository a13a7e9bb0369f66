import type { Position } from 'geojson';

/** Returns the parts of a line whose segments have a midpoint that `keep` accepts. */
export function splitWhere(line: readonly Position[], keep: (middle: Position) => boolean): Position[][] {
  const parts: Position[][] = [];
  let part: Position[] = [];
  for (const [i, position] of line.entries()) {
    const last = line[i - 1];
    if (last) {
      const middle = [((last[0] ?? 0) + (position[0] ?? 0)) / 2, ((last[1] ?? 0) + (position[1] ?? 0)) / 2];
      if (keep(middle)) {
        if (part.length === 0) part.push(last);
        part.push(position);
      } else if (part.length > 0) {
        parts.push(part);
        part = [];
      }
    }
  }
  if (part.length > 0) parts.push(part);
  return parts;
}
