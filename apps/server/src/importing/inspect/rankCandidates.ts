import type { CrsCandidate, ImportFormat } from '@pgis/contract';
import {
  distanceM,
  type Extent,
  type Geometry,
  geometryExtent,
  HALF_WORLD_M,
  listPaths,
  type Position,
  resolutionFromZoom,
  toMercator,
} from '@pgis/geo';
import type { StartView } from '../../query/readStartView.ts';
import { findEpsgEntry, getDefinition, swapAxes, toMercatorFrom } from '../reprojection.ts';

/** Half the width of a large window, and the least half of a map area. */
const HALF_VIEW_PX = 960;
const MIN_HALF_AREA_M = 300_000;

/** Coordinate systems that are tried for every file; those of the neighbours come after the country's own. */
const usual = ['EPSG:3059', 'EPSG:4326', 'EPSG:3857', 'EPSG:25834', 'EPSG:25835', 'EPSG:3301', 'EPSG:3346'];
/** Formats whose specification allows one coordinate system. */
const alwaysDegrees: ReadonlySet<ImportFormat> = new Set(['kml', 'gpx']);
const MAX_CANDIDATES = 6;

export interface RankContext {
  /** `EPSG:…`, or the definition that the file has. */
  readonly fileCrs: string | undefined;
  readonly format: ImportFormat;
  readonly view: StartView;
}

/** Area in EPSG:3857 in which the objects of a company are expected. */
export function toMapArea({ centerLonLat, zoom }: StartView): Extent {
  const [x, y] = toMercator(centerLonLat);
  const half = Math.max(MIN_HALF_AREA_M, HALF_VIEW_PX * resolutionFromZoom(zoom));
  return [x - half, y - half, x + half, y + half];
}

/**
 * Ranks coordinate systems by how many shapes of the sample they put into the map area. The file's own stands first when
 * it puts most of them there.
 */
export function rankCandidates(shapes: readonly Geometry[], context: RankContext): CrsCandidate[] {
  const area = toMapArea(context.view);
  const declared =
    context.fileCrs ??
    (context.format === 'geojson' || alwaysDegrees.has(context.format) ? 'EPSG:4326' : undefined);
  const own = declared && toCrs(declared);
  const tried = new Map<string, CrsCandidate>();
  const attempt = (crs: string, isSwapped: boolean, isFromFile: boolean) => {
    const key = `${crs} ${isSwapped}`;
    if (tried.has(key)) return;
    const found = judge(shapes, { crs, isSwapped, area, fileCrs: context.fileCrs });
    if (found) tried.set(key, { ...found, isFromFile });
  };
  if (own) attempt(own, false, true);
  if (!alwaysDegrees.has(context.format))
    for (const crs of usual) {
      attempt(crs, false, false);
      attempt(crs, true, false);
    }
  const all = mergeFileCrs([...tried.values()], shapes, context.fileCrs);
  const rank = (one: CrsCandidate) => one.inside + (one.isFromFile ? 0.5 : 0) - (one.isSwapped ? 0.25 : 0);
  return all
    .filter((one) => one.isFromFile || one.inside > 0 || (!one.isSwapped && one.distanceM !== null))
    .sort((a, b) => rank(b) - rank(a) || (a.distanceM ?? Infinity) - (b.distanceM ?? Infinity))
    .slice(0, MAX_CANDIDATES);
}

/** Largest difference of a definition that means the same coordinate system. */
const SAME_M = 0.01;

/** Names the code instead of the definition of a file that puts the shapes to the same positions. */
function mergeFileCrs(
  all: readonly CrsCandidate[],
  shapes: readonly Geometry[],
  fileCrs: string | undefined,
): CrsCandidate[] {
  const sample = shapes.slice(0, 3);
  const positionsIn = (crs: string) =>
    (locate(sample, { crs, isSwapped: false, fileCrs }) ?? []).flatMap((shape) => listPaths(shape).flat());
  const inFile = all.some(({ crs }) => crs === 'file') ? positionsIn('file') : [];
  if (inFile.length === 0) return [...all];
  const isSame = ({ crs, isSwapped }: CrsCandidate) => {
    if (crs === 'file' || isSwapped) return false;
    return positionsIn(crs).every(([x, y], i) => {
      const [fileX, fileY] = inFile[i] ?? [Number.NaN, Number.NaN];
      return Math.hypot(x - fileX, y - fileY) < SAME_M;
    });
  };
  const same = all.find(isSame);
  if (same === undefined) return [...all];
  return all
    .filter(({ crs }) => crs !== 'file')
    .map((one) => (one === same ? { ...one, isFromFile: true } : one));
}

/** The code where the text is one that we know, else `file`. */
const toCrs = (declared: string): string =>
  /^EPSG:\d{4,6}$/.test(declared) && (declared === 'EPSG:4326' || getDefinition(declared) !== undefined)
    ? declared
    : 'file';

export interface Judged {
  readonly crs: string;
  readonly isSwapped: boolean;
  readonly area: Extent;
  readonly fileCrs: string | undefined;
}

/** Puts the sample on the map; undefined for a definition that proj4 does not understand. */
export function locate(
  shapes: readonly Geometry[],
  { crs, isSwapped, fileCrs }: Omit<Judged, 'area'>,
): Geometry[] | undefined {
  try {
    const toMap = toMercatorFrom(crs === 'file' ? fileCrs : crs);
    return shapes.map((shape) => toMap(isSwapped ? swapAxes(shape) : shape));
  } catch {
    return undefined;
  }
}

export function judge(shapes: readonly Geometry[], judged: Judged): CrsCandidate | undefined {
  const located = locate(shapes, judged);
  if (located === undefined) return undefined;
  const { crs, isSwapped, area } = judged;
  const center: Position = [(area[0] + area[2]) / 2, (area[1] + area[3]) / 2];
  let inside = 0;
  let distance: number | null = null;
  for (const shape of located) {
    const first = listPaths(shape)[0]?.[0];
    if (first === undefined || !isOnWorld(first)) continue;
    const [minX, minY, maxX, maxY] = geometryExtent(shape);
    if (minX <= area[2] && maxX >= area[0] && minY <= area[3] && maxY >= area[1]) inside++;
    distance = Math.min(distance ?? Infinity, distanceM(center, first));
  }
  const name = crs === 'file' ? nameInDefinition(judged.fileCrs) : (findEpsgEntry(crs.slice(5))?.name ?? crs);
  return { crs, name, isSwapped, isFromFile: false, inside, distanceM: inside > 0 ? 0 : distance };
}

const isOnWorld = ([x, y]: Position): boolean => Math.abs(x) <= HALF_WORLD_M && Math.abs(y) <= HALF_WORLD_M;

/** WKT starts with the name: `PROJCS["LKS_1992_Latvia_TM",…`. */
const nameInDefinition = (definition = ''): string =>
  (/^\w+\["([^"]{1,80})"/.exec(definition)?.[1] ?? definition.slice(0, 80)).replaceAll('_', ' ');
