/** A piece of a path. Arcs run clockwise on screen from `start` to `end`, radians from the right. */
export type PathCommand =
  | readonly ['M', number, number]
  | readonly ['L', number, number]
  /** Quadratic curve: control point, end point. */
  | readonly ['Q', number, number, number, number]
  /** Centre, radius, start, end. */
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

/** A closed polygon whose corners are rounded, each by at most `rounding` and never past the middle of an edge. */
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
