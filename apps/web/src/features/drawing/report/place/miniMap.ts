import { HALF_WORLD_M, toMercator } from '@pgis/geo';

const TILE_PX = 256;
export const MINI_PX = 48;
/** Shows streets and water around a position. */
const ZOOM = 14;

/** A part of one tile of the base map, with the position in it. */
export interface MiniMap {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  /** Pixels of the tile left and above of what is visible. */
  readonly offsetX: number;
  readonly offsetY: number;
  /** Pixels of the position from the upper left corner of what is visible. */
  readonly pinX: number;
  readonly pinY: number;
}

/** Chooses the part around a position, which at the edge of its tile lies beside the middle. */
export function toMiniMap([lon, lat]: readonly [number, number]): MiniMap {
  const [eastM, northM] = toMercator([lon, lat]);
  const tiles = 2 ** ZOOM;
  const toAxis = (share: number) => {
    const at = Math.min(Math.max(share, 0), 1 - Number.EPSILON) * tiles;
    const tile = Math.floor(at);
    const px = (at - tile) * TILE_PX;
    const offset = Math.round(Math.min(Math.max(px - MINI_PX / 2, 0), TILE_PX - MINI_PX));
    return { tile, offset, pin: Math.round(px - offset) };
  };
  const across = toAxis((eastM / HALF_WORLD_M + 1) / 2);
  const down = toAxis((1 - northM / HALF_WORLD_M) / 2);
  return {
    zoom: ZOOM,
    x: across.tile,
    y: down.tile,
    offsetX: across.offset,
    offsetY: down.offset,
    pinX: across.pin,
    pinY: down.pin,
  };
}
