import { type Position, toMercator } from '@pgis/geo';

/** EPSG:3857 metres for one metre on the ground at the demo's latitude. */
const stretch = 1 / Math.cos((56.95 * Math.PI) / 180);

/** The point east and north of a longitude and latitude by metres on the ground; in EPSG:3857. */
export function offset(lonLat: readonly [number, number], eastM: number, northM: number): Position {
  const [x, y] = toMercator(lonLat);
  return [round(x + eastM * stretch), round(y + northM * stretch)];
}

/** Rounds to centimetres. */
export const round = (value: number): number => Math.round(value * 100) / 100;
