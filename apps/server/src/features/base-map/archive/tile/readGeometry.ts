import type { PbfReader } from 'pbf';
import { twiceAreaOf } from '../../../../rendering/raster/rings.ts';
import { ArchiveError } from '../reader/ArchiveError.ts';
import { type GeometryType, TILE_UNITS } from './VectorTile.ts';

/** Vertices that a tile may still have; reading counts it down. */
export interface GeometryBudget {
  vertices: number;
}

interface GeometryOptions {
  readonly end: number;
  readonly type: GeometryType;
  readonly extent: number;
  readonly budget: GeometryBudget;
}

const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 7;

/**
 * Reads the commands of a geometry. A close command must come alone: with a count of 2^28, which costs five bytes,
 * `@mapbox/vector-tile` would add as many points.
 */
export function readGeometry(pbf: PbfReader, { end, type, extent, budget }: GeometryOptions): Float64Array[] {
  const scale = TILE_UNITS / extent;
  const paths: Float64Array[] = [];
  let path: number[] = [];
  let x = 0;
  let y = 0;
  const minLength = type === 'point' ? 2 : type === 'line' ? 4 : 6;
  const finishPath = (): void => {
    if (path.length >= minLength) paths.push(Float64Array.from(path));
    path = [];
  };
  while (pbf.pos < end) {
    const command = pbf.readVarint();
    const count = command >> 3;
    const kind = command & 7;
    if (kind === CLOSE_PATH) {
      if (count !== 1) throw new ArchiveError('A vector tile closes a ring more than once');
      continue;
    }
    if (kind !== MOVE_TO && kind !== LINE_TO) throw new ArchiveError(`A vector tile has the command ${kind}`);
    budget.vertices -= count;
    if (count < 0 || budget.vertices < 0) throw new ArchiveError('A vector tile has too many vertices');
    for (let i = 0; i < count; i++) {
      if (pbf.pos >= end) throw new ArchiveError('A geometry of a vector tile ends too early');
      x += pbf.readSVarint();
      y += pbf.readSVarint();
      if (kind === MOVE_TO) finishPath();
      path.push(x * scale, y * scale);
    }
  }
  finishPath();
  return type === 'polygon' ? turnRings(paths) : paths;
}

/** The first ring is an outer one in every version of the format; its direction differs. */
function turnRings(rings: readonly Float64Array[]): Float64Array[] {
  const solid = rings.filter((ring) => twiceAreaOf(ring, 0, ring.length) !== 0);
  const [first] = solid;
  if (!first || twiceAreaOf(first, 0, first.length) > 0) return solid;
  return solid.map(reverse);
}

/** Returns the same points from the last to the first. */
export function reverse(path: Float64Array): Float64Array {
  const turned = new Float64Array(path.length);
  for (let i = 0; i < path.length; i += 2) {
    turned[i] = path[path.length - 2 - i] as number;
    turned[i + 1] = path[path.length - 1 - i] as number;
  }
  return turned;
}
