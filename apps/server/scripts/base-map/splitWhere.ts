import type { Position } from 'geojson';

/** The pieces of a line whose segments have their middle where `keep` says so. */
export function splitWhere(line: readonly Position[], keep: (middle: Position) => boolean): Position[][] {
  const pieces: Position[][] = [];
  let piece: Position[] = [];
  for (const [i, position] of line.entries()) {
    const last = line[i - 1];
    if (last) {
      const middle = [((last[0] ?? 0) + (position[0] ?? 0)) / 2, ((last[1] ?? 0) + (position[1] ?? 0)) / 2];
      if (keep(middle)) {
        if (piece.length === 0) piece.push(last);
        piece.push(position);
      } else if (piece.length > 0) {
        pieces.push(piece);
        piece = [];
      }
    }
  }
  if (piece.length > 0) pieces.push(piece);
  return pieces;
}
