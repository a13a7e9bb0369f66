import { groundMetresPerMapMetre, toMercator } from '@pgis/geo';

/** Corners of the polygon that stands for a circle; it lies less than 0.5 % of the radius inside. */
const CORNERS = 32;

/** A circle on the ground as WKT in EPSG:3857; the scale is that of its centre. */
export function circleWkt(centerLonLat: readonly [number, number], radiusM: number): string {
  const center = toMercator([centerLonLat[0], centerLonLat[1]]);
  const radius = radiusM / groundMetresPerMapMetre(center);
  const corners = Array.from({ length: CORNERS + 1 }, (_, index) => {
    const angle = (2 * Math.PI * (index % CORNERS)) / CORNERS;
    return [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)]
      .map((value) => value.toFixed(2))
      .join(' ');
  });
  return `POLYGON((${corners.join(',')}))`;
}
