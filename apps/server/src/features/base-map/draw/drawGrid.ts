import type { SKRSContext2D } from '@napi-rs/canvas';
import type { BaseMapColors } from './baseMapColors.ts';
import { cityBox, LAST_CITY_ZOOM, LAST_ZOOM } from './detail.ts';
import type { GroundView } from './GroundTile.ts';

/** Distance of two lines: half a tile, so that tiles of both sizes go on with those of their neighbours. */
const STEP_PX = 128;

/** Draws a grid where the map shows no more than at the zoom before, so that it is no blank sheet. */
export function drawGrid(
  context: SKRSContext2D,
  colors: BaseMapColors,
  { zoom, left, top, sizePx }: GroundView,
): void {
  if (zoom <= LAST_ZOOM) return;
  context.save();
  if (zoom <= LAST_CITY_ZOOM) {
    const [west, north, east, south] = cityBox.map((share) => share * 256 * 2 ** zoom) as [
      number,
      number,
      number,
      number,
    ];
    context.beginPath();
    context.rect(0, 0, sizePx, sizePx);
    context.rect(west - left, north - top, east - west, south - north);
    context.clip('evenodd');
  }
  context.beginPath();
  // Lines through the middle of pixels are sharp.
  for (let px = 0.5; px < sizePx; px += STEP_PX) {
    context.moveTo(px, 0);
    context.lineTo(px, sizePx);
    context.moveTo(0, px);
    context.lineTo(sizePx, px);
  }
  context.strokeStyle = colors.grid;
  context.lineWidth = 1;
  context.stroke();
  context.restore();
}
