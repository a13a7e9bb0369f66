import type { Position } from 'geojson';
import { joinLines } from './joinLines.ts';
import type { readSources } from './readSources.ts';
import type { SourcePart } from './simplifyParts.ts';
import { splitWhere } from './splitWhere.ts';
import { toGrid } from './worldGrid.ts';

type Sources = ReturnType<typeof readSources>;

/** WDBII's Daugava lies up to 900 m beside the corrected line; 1 150 cells are about 1.5 km at 57 N. */
const REACH_CELLS = 1_150;

/** Returns the rivers of WDBII by width class, with the corrected Daugava in Rīga. */
export function listRivers({ rivers, daugava }: Sources): SourcePart[] {
  const corrected = daugava.features.map(({ geometry }) => geometry.coordinates);
  return [2, 3, 4].flatMap((level) => {
    const lines = rivers.features
      .filter(({ properties }) => properties.level === level)
      .map(({ geometry }) => geometry.coordinates);
    const isKept = (position: Position): boolean => !corrected.some((line) => isBeside(line, position));
    const all = level === 2 ? [...lines.flatMap((line) => splitWhere(line, isKept)), ...corrected] : lines;
    return joinLines(all).map((line) => toPart(line, level - 1));
  });
}

/** Returns the rivers of Natural Earth, which are too coarse for near zooms. */
export const listFarRivers = ({ farRivers }: Sources): SourcePart[] =>
  farRivers.features
    .flatMap(({ geometry }) =>
      geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates,
    )
    .map((line) => toPart(line, 4));

const toPart = (line: readonly Position[], widthClass: number): SourcePart => ({
  kind: 'line',
  points: line.flatMap(toGrid),
  widthClass,
});

/** True for a position near a line, between its ends. */
function isBeside(line: readonly Position[], position: Position): boolean {
  const [x, y] = toGrid(position);
  let nearest = Number.POSITIVE_INFINITY;
  let isBetween = false;
  for (let i = 1; i < line.length; i++) {
    const [startX, startY] = toGrid(line[i - 1] ?? []);
    const [endX, endY] = toGrid(line[i] ?? []);
    const [dx, dy] = [endX - startX, endY - startY];
    const share = ((x - startX) * dx + (y - startY) * dy) / (dx * dx + dy * dy);
    const at = Math.min(Math.max(share, 0), 1);
    const distance = Math.hypot(x - startX - at * dx, y - startY - at * dy);
    if (distance >= nearest) continue;
    nearest = distance;
    isBetween = (i > 1 || share > 0) && (i < line.length - 1 || share < 1);
  }
  return isBetween && nearest < REACH_CELLS;
}
