import type { MapAsset, MapPart } from '../MapAsset.ts';
import { smoothLine } from './smoothLine.ts';
import { toCutTests } from './TileView.ts';

/** Smooths the finest level, which is drawn at zooms beyond the accuracy of its data: sharp corners would look like detail. */
export function smoothMap(map: MapAsset): MapAsset {
  const finest = map.levels.at(-1);
  if (!finest) return map;
  const { isCutX, isCutY } = toCutTests(map.cuts, finest.gridBits);
  const isFixed = (x: number, y: number): boolean => isCutX(x) || isCutY(y);
  const smooth = (parts: readonly MapPart[], { isRing }: { isRing: boolean }): MapPart[] =>
    parts.map((part) => ({ ...part, points: smoothLine(part.points, { isRing, rounds: 2, isFixed }) }));
  const layers = {
    ...finest.layers,
    land: smooth(finest.layers.land, { isRing: true }),
    lakes: smooth(finest.layers.lakes, { isRing: true }),
    rivers: smooth(finest.layers.rivers, { isRing: false }),
  };
  return { ...map, levels: [...map.levels.slice(0, -1), { ...finest, layers }] };
}
