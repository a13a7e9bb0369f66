import { HALF_WORLD_M, toMercator } from '@pgis/geo';
import type { ArchiveInfo } from './TileArchive.ts';

/** A rectangle of the world in shares of its side, from the north-west corner: minX, minY, maxX, maxY from 0 to 1. */
export type WorldBox = readonly [number, number, number, number];

export function toWorldBox([west, south, east, north]: ArchiveInfo['bounds']): WorldBox {
  const [minX, minY] = toShare(west, north);
  const [maxX, maxY] = toShare(east, south);
  return [minX, minY, maxX, maxY];
}

function toShare(lon: number, lat: number): [number, number] {
  const [x, y] = toMercator([lon, lat]);
  return [(x + HALF_WORLD_M) / (2 * HALF_WORLD_M), (HALF_WORLD_M - y) / (2 * HALF_WORLD_M)];
}
