import { reverse } from '../tile/readGeometry.ts';

/** Ends nearer to each other than this belong together; units of a tile, of which a pixel has 16. */
const GRID = 2;

interface Line {
  points: Float64Array;
  isUsed: boolean;
}

/**
 * Joins lines that end where another one begins: a street comes in parts, each too short for its name. At a junction the line
 * goes on in the straightest direction.
 */
export function joinLines(paths: readonly Float64Array[]): Float64Array[] {
  const lines: Line[] = paths
    .filter(({ length }) => length >= 4)
    .map((points) => ({ points, isUsed: false }));
  const byEnd = new Map<string, Line[]>();
  for (const line of lines) {
    for (const key of new Set([keyAt(line.points, 0), keyAt(line.points, line.points.length - 2)])) {
      const others = byEnd.get(key);
      if (others) others.push(line);
      else byEnd.set(key, [line]);
    }
  }
  const joined: Float64Array[] = [];
  for (const line of lines) {
    if (line.isUsed) continue;
    line.isUsed = true;
    const forth = extend(line.points, byEnd);
    joined.push(reverse(extend(reverse(forth), byEnd)));
  }
  return joined;
}

const keyAt = (points: Float64Array, i: number): string =>
  `${Math.round((points[i] as number) / GRID)} ${Math.round((points[i + 1] as number) / GRID)}`;

/** Adds lines to the end of a line as long as there are any. */
function extend(start: Float64Array, byEnd: ReadonlyMap<string, Line[]>): Float64Array {
  const parts = [start];
  for (;;) {
    const last = parts.at(-1) as Float64Array;
    const key = keyAt(last, last.length - 2);
    const next = listUnused(byEnd.get(key) ?? [])
      .map((line) => ({
        line,
        points: keyAt(line.points, 0) === key ? line.points : reverse(line.points),
      }))
      .map((candidate) => ({ ...candidate, turn: turnBetween(last, candidate.points) }))
      .sort((a, b) => a.turn - b.turn)[0];
    if (!next) break;
    next.line.isUsed = true;
    parts.push(next.points);
  }
  if (parts.length === 1) return start;
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Lines compared at one junction; streets have fewer. */
const MAX_COMPARED = 8;

/** Returns some unused lines, and removes used ones from the list, so that an archive with one junction costs no more. */
function listUnused(lines: Line[]): Line[] {
  const unused: Line[] = [];
  for (let i = 0; i < lines.length && unused.length < MAX_COMPARED; ) {
    const line = lines[i] as Line;
    if (line.isUsed) {
      lines[i] = lines.at(-1) as Line;
      lines.pop();
    } else {
      unused.push(line);
      i++;
    }
  }
  return unused;
}

/** Returns the angle between the end of one line and the beginning of another, from 0 to π. */
function turnBetween(a: Float64Array, b: Float64Array): number {
  const end = a.length;
  const before = Math.atan2(
    (a[end - 1] as number) - (a[end - 3] as number),
    (a[end - 2] as number) - (a[end - 4] as number),
  );
  const after = Math.atan2((b[3] as number) - (b[1] as number), (b[2] as number) - (b[0] as number));
  const turn = Math.abs(after - before) % (2 * Math.PI);
  return turn > Math.PI ? 2 * Math.PI - turn : turn;
}
