import type { Position, Ring } from '@pgis/geo';
import { offset, round } from './ground.ts';
import type { Random } from './random.ts';

export interface MeshOptions {
  /** South-west corner. */
  readonly lonLat: readonly [number, number];
  readonly columns: number;
  readonly rows: number;
  /** Size of a cell on the ground. */
  readonly cellM: number;
}

/**
 * True for a cell inside an area with a natural outline: an ellipse that fills the mesh, with dents and bulges.
 */
export function insideOutline({ columns, rows }: MeshOptions, index: number, phase: number): boolean {
  const x = ((index % columns) + 0.5) / columns - 0.5;
  const y = (Math.floor(index / columns) + 0.5) / rows - 0.5;
  const angle = Math.atan2(y, x);
  const wobble = 0.07 * Math.sin(3 * angle + phase) + 0.05 * Math.sin(5 * angle + 2 * phase);
  return Math.hypot(x, y) < 0.42 + wobble;
}

/**
 * Polygons that tile an area without gaps, irregular like parcels: a grid whose nodes are moved and whose edges are
 * bent once. Neighbours share their vertices exactly. Closed rings in EPSG:3857, row by row from the south-west.
 */
export function meshRings(options: MeshOptions, random: Random): Ring[] {
  const { columns, rows, cellM } = options;
  const moved = () => random.between(-0.28, 0.28) * cellM;
  const bend = (a: Position, b: Position): Position => {
    const along = random.between(0.35, 0.65);
    const aside = random.between(-0.12, 0.12);
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    return [round(a[0] + dx * along - dy * aside), round(a[1] + dy * along + dx * aside)];
  };
  const node = grid(columns + 1, rows + 1, (x, y) =>
    offset(options.lonLat, x * cellM + moved(), y * cellM + moved()),
  );
  const east = grid(columns, rows + 1, (x, y) => bend(node(x, y), node(x + 1, y)));
  const north = grid(columns + 1, rows, (x, y) => bend(node(x, y), node(x, y + 1)));
  return Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [index % columns, Math.floor(index / columns)];
    return [
      node(x, y),
      east(x, y),
      node(x + 1, y),
      north(x + 1, y),
      node(x + 1, y + 1),
      east(x, y + 1),
      node(x, y + 1),
      north(x, y),
      node(x, y),
    ];
  });
}

type At = (x: number, y: number) => Position;

function grid(columns: number, rows: number, value: At): At {
  const points = Array.from({ length: columns * rows }, (_, i) =>
    value(i % columns, Math.floor(i / columns)),
  );
  return (x, y) => {
    const found = points[y * columns + x];
    if (!found) throw new Error(`the mesh has no node ${x}, ${y}`);
    return found;
  };
}
