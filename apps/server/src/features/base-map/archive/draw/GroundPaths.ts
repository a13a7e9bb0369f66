import { Path2D } from '@napi-rs/canvas';
import type { AreaClass, BorderClass, MapClass } from '../schema/MapFeature.ts';
import { TILE_UNITS } from '../tile/VectorTile.ts';
import type { PlacedFeatures } from './ArchiveTiles.ts';
import {
  areaFromZoom,
  borderStyles,
  linkStyle,
  railStyles,
  roadStyles,
  waterwayStyles,
} from './groundStyle.ts';

/** Two vertices nearer to each other are drawn as one; smaller than what a screen of ratio 2 shows. */
const MIN_STEP_PX = 0.2;

/**
 * The paths of a view by class, each with all features of the class: filling or stroking them at once blends
 * overlapping parts of neighbouring tiles only once, and leaves no seam between them.
 */
export class GroundPaths {
  readonly #paths = new Map<string, Path2D>();

  find(key: string): Path2D | undefined {
    return this.#paths.get(key);
  }

  get(key: string): Path2D {
    let path = this.#paths.get(key);
    if (!path) {
      path = new Path2D();
      this.#paths.set(key, path);
    }
    return path;
  }
}

/** Key of a class in `GroundPaths`. Paths and tracks are drawn alike on bridges and on the ground. */
export function keyOf(mapClass: MapClass): string {
  if (mapClass.kind !== 'road') return `${mapClass.kind}/${mapClass.class}`;
  const { class: road, structure, isLink } = mapClass;
  if (!('casingFromZoom' in roadStyles[road])) return `road/${road}`;
  return `road/${road}/${structure}${isLink ? '/link' : ''}`;
}

export const outlineKey = (area: AreaClass): string => `outline/${area}`;

interface TraceOptions {
  readonly zoom: number;
  readonly sizePx: number;
  readonly marginPx: number;
  /** Areas whose outline is drawn, too. */
  readonly outlined: ReadonlySet<AreaClass>;
}

/** Traces what is visible at the zoom in the view or within a margin around it. */
export function tracePaths(tiles: readonly PlacedFeatures[], options: TraceOptions): GroundPaths {
  const { zoom, sizePx, marginPx, outlined } = options;
  const paths = new GroundPaths();
  const borders: Record<BorderClass, PlacedLine[]> = { country: [], municipality: [] };
  for (const tile of tiles) {
    const { scale, left, top } = tile;
    for (const { mapClass, bounds, paths: lines } of tile.features) {
      const isOutside =
        bounds[0] * scale + left > sizePx + marginPx ||
        bounds[2] * scale + left < -marginPx ||
        bounds[1] * scale + top > sizePx + marginPx ||
        bounds[3] * scale + top < -marginPx;
      if (isOutside || !isVisible(mapClass, zoom)) continue;
      if (mapClass.kind === 'border') {
        for (const line of lines) borders[mapClass.class].push({ line, tile });
        continue;
      }
      const path = paths.get(keyOf(mapClass));
      for (const line of lines) trace(path, line, { tile, isClosed: mapClass.kind === 'area' });
      if (mapClass.kind === 'area' && outlined.has(mapClass.class)) {
        const outline = paths.get(outlineKey(mapClass.class));
        for (const ring of lines) traceOutline(outline, ring, tile);
      }
    }
  }
  traceBorders(paths, borders);
  return paths;
}

function isVisible(mapClass: MapClass, zoom: number): boolean {
  switch (mapClass.kind) {
    case 'area':
      return zoom >= areaFromZoom[mapClass.class];
    case 'road':
      return zoom >= roadStyles[mapClass.class].minZoom && (!mapClass.isLink || zoom >= linkStyle.minZoom);
    case 'rail':
      return zoom >= railStyles[mapClass.class].minZoom;
    case 'waterway':
      return zoom >= waterwayStyles[mapClass.class].minZoom;
    case 'border': {
      const { minZoom, maxZoom } = borderStyles[mapClass.class];
      return zoom >= minZoom && zoom <= maxZoom;
    }
  }
}

interface TracedIn {
  readonly tile: PlacedFeatures;
  readonly isClosed: boolean;
  /** Two vertices nearer to each other become one. */
  readonly minStepPx?: number;
}

export function trace(
  path: Path2D,
  line: ArrayLike<number>,
  { tile: { scale, left, top }, isClosed, minStepPx = MIN_STEP_PX }: TracedIn,
): void {
  const last = line.length - 2;
  let lastX = (line[0] as number) * scale + left;
  let lastY = (line[1] as number) * scale + top;
  path.moveTo(lastX, lastY);
  for (let i = 2; i <= last; i += 2) {
    const x = (line[i] as number) * scale + left;
    const y = (line[i + 1] as number) * scale + top;
    if (i < last && Math.abs(x - lastX) + Math.abs(y - lastY) < minStepPx) continue;
    path.lineTo(x, y);
    lastX = x;
    lastY = y;
  }
  if (isClosed) path.closePath();
}

/** Traces a ring without the edges that the writer made by cutting it at the tile: they lie on its side or beyond it. */
function traceOutline(path: Path2D, ring: Float64Array, { scale, left, top }: PlacedFeatures): void {
  let lastX = ring.at(-2) as number;
  let lastY = ring.at(-1) as number;
  let isDrawing = false;
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i] as number;
    const y = ring[i + 1] as number;
    if (isBeyond(x, lastX) || isBeyond(y, lastY)) isDrawing = false;
    else {
      if (!isDrawing) path.moveTo(lastX * scale + left, lastY * scale + top);
      path.lineTo(x * scale + left, y * scale + top);
      isDrawing = true;
    }
    lastX = x;
    lastY = y;
  }
}

const isBeyond = (a: number, b: number): boolean =>
  (a <= 0 && b <= 0) || (a >= TILE_UNITS && b >= TILE_UNITS);

interface PlacedLine {
  readonly line: Float64Array;
  readonly tile: PlacedFeatures;
}

/** Traces every segment of a border once, in its highest class: archives repeat the border of a country for each level. */
function traceBorders(
  paths: GroundPaths,
  borders: Readonly<Record<BorderClass, readonly PlacedLine[]>>,
): void {
  const traced = new Set<string>();
  for (const border of ['country', 'municipality'] as const) {
    if (borders[border].length === 0) continue;
    const path = paths.get(keyOf({ kind: 'border', class: border }));
    for (const { line, tile } of borders[border]) {
      for (const run of listNewRuns(line, tile, traced)) trace(path, run, { tile, isClosed: false });
    }
  }
}

/** Returns the parts of a line whose segments are not in `traced`, and adds them to it. */
function listNewRuns(line: Float64Array, { left, top }: PlacedFeatures, traced: Set<string>): Float64Array[] {
  const runs: Float64Array[] = [];
  let from = 0;
  const finish = (to: number): void => {
    if (to - from >= 4) runs.push(line.subarray(from, to));
  };
  for (let i = 2; i < line.length; i += 2) {
    const start = `${line[i - 2]} ${line[i - 1]}`;
    const end = `${line[i]} ${line[i + 1]}`;
    const key = `${left} ${top} ${start < end ? `${start} ${end}` : `${end} ${start}`}`;
    if (traced.has(key)) {
      finish(i);
      from = i;
    } else traced.add(key);
  }
  finish(line.length);
  return runs;
}
