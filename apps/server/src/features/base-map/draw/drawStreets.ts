import type { Path2D, SKRSContext2D } from '@napi-rs/canvas';
import { CASING_PX, pxAt, railStyles, roadStyles, type Stops } from '../archive/draw/groundStyle.ts';
import type { BaseMapColors } from './baseMapColors.ts';
import { traceLines } from './mapPaths.ts';
import type { TileView } from './TileView.ts';

/**
 * Streets by width class, the widest last. They have the widths of roads in archives but one colour: how many lines of
 * public transport run there does not say how important a street is.
 */
const streetStyles: readonly { widthClass: number; minZoom: number; widthPx: Stops }[] = [
  { widthClass: 3, minZoom: 10, widthPx: roadStyles.tertiary.widthPx },
  { widthClass: 2, minZoom: 10, widthPx: roadStyles.secondary.widthPx },
  { widthClass: 1, minZoom: 9, widthPx: roadStyles.primary.widthPx },
];
const CASING_FROM_ZOOM = 11;
const TRAMS_FROM_ZOOM = railStyles.tram.minZoom;

export function drawStreets(
  context: SKRSContext2D,
  colors: BaseMapColors,
  { zoom, city, cityLayers }: TileView,
): void {
  context.save();
  context.lineCap = 'round';
  const stroke = (path: Path2D, color: string, widthPx: number): void => {
    context.strokeStyle = color;
    context.lineWidth = widthPx;
    context.stroke(path);
  };
  if (zoom >= TRAMS_FROM_ZOOM)
    stroke(traceLines(cityLayers.tramLines, city), colors.rail, pxAt(railStyles.tram.widthPx, zoom));
  const streets = streetStyles
    .filter(({ minZoom }) => zoom >= minZoom)
    .map(({ widthClass, widthPx }) => ({
      path: traceLines(
        cityLayers.streets.filter((street) => street.widthClass === widthClass),
        city,
      ),
      widthPx: pxAt(widthPx, zoom),
    }));
  const hasCasing = zoom >= CASING_FROM_ZOOM;
  const casingPx = hasCasing ? pxAt(CASING_PX, zoom) : 0;
  for (const { path, widthPx } of streets) stroke(path, colors.roadCasing, widthPx + 2 * casingPx);
  // A thin white line on beige is invisible.
  if (hasCasing) for (const { path, widthPx } of streets) stroke(path, colors.road, widthPx);
  context.restore();
}
