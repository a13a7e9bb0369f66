/** One command of a path. Arcs run clockwise on screen from `start` to `end`, in radians from the right. */
export type PathCommand =
  | readonly ['M', number, number]
  | readonly ['L', number, number]
  /** Quadratic curve: control point, end point. */
  | readonly ['Q', number, number, number, number]
  /** Arc: centre, radius, start, end. */
  | readonly ['A', number, number, number, number, number]
  | readonly ['Z'];

export type Path = readonly PathCommand[];

type PathContext = Pick<
  CanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'arc' | 'closePath'
>;

/** Makes the path the current path of a canvas context. */
export const tracePath = (context: PathContext, path: Path): void => {
  context.beginPath();
  for (const command of path) traceCommand(context, command);
};

const traceCommand = (context: PathContext, command: PathCommand): void => {
  if (command[0] === 'M') context.moveTo(command[1], command[2]);
  else if (command[0] === 'L') context.lineTo(command[1], command[2]);
  else if (command[0] === 'Q') context.quadraticCurveTo(command[1], command[2], command[3], command[4]);
  else if (command[0] === 'A') context.arc(command[1], command[2], command[3], command[4], command[5]);
  else context.closePath();
};

type Point = readonly [number, number];

/**
 * Returns a closed polygon with rounded corners: each by at most `rounding`, and never past the middle of an edge.
 */
export const roundedPolygon = (points: readonly Point[], rounding: number): Path => {
  const at = (i: number): Point => points[(i + points.length) % points.length] as Point;
  const towards = ([x, y]: Point, [toX, toY]: Point): Point => {
    const share = Math.min(0.5, rounding / Math.hypot(toX - x, toY - y));
    return [x + (toX - x) * share, y + (toY - y) * share];
  };
  const corners = points.flatMap((corner, i): PathCommand[] => [
    [i === 0 ? 'M' : 'L', ...towards(corner, at(i - 1))],
    ['Q', ...corner, ...towards(corner, at(i + 1))],
  ]);
  return [...corners, ['Z']];
};

const COMMAND = /([MLQOZ])([^MLQOZ]*)/gi;
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;
const COUNTS: Readonly<Record<string, number>> = { M: 2, L: 2, Q: 4, O: 3, Z: 0 };
const FULL_TURN = 2 * Math.PI;

/**
 * Parses SVG path notation: M, L, Q and Z, lower case for positions relative to the previous one; numbers may repeat
 * without their letter. `O x y r`, a circle, is our extension.
 */
export const parsePath = (text: string): Path => {
  const path: PathCommand[] = [];
  let [x, y] = [0, 0];
  for (const [, letter = '', rest = ''] of text.matchAll(COMMAND)) {
    const name = letter.toUpperCase();
    const count = COUNTS[name] ?? 0;
    if (count === 0) path.push(['Z']);
    const numbers = rest.match(NUMBER)?.map(Number) ?? [];
    for (let at = 0; count > 0 && at + count <= numbers.length; at += count) {
      const isRelative = letter !== name;
      const positionAt = (i: number): [number, number] => [
        (numbers[at + i] as number) + (isRelative ? x : 0),
        (numbers[at + i + 1] as number) + (isRelative ? y : 0),
      ];
      if (name === 'Q') {
        const [control, end] = [positionAt(0), positionAt(2)];
        path.push(['Q', ...control, ...end]);
        [x, y] = end;
        continue;
      }
      [x, y] = positionAt(0);
      if (name === 'O') {
        const radius = numbers[at + 2] as number;
        path.push(['M', x + radius, y], ['A', x, y, radius, 0, FULL_TURN], ['Z']);
      } else path.push([name as 'M' | 'L', x, y]);
    }
  }
  return path;
};
