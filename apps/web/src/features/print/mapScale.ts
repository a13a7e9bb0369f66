import { groundMetresPerMapMetre, type Position } from '@pgis/geo';

/** A CSS pixel is the 96th part of an inch, on the screen by agreement and on paper in truth. */
export const MM_PER_PX = 25.4 / 96;

/** Metres of EPSG:3857 a CSS pixel, so that the middle of the map has the scale 1:`denominator` on paper. */
export const resolutionOfScale = (denominator: number, center: Position): number =>
  (denominator * (MM_PER_PX / 1000)) / groundMetresPerMapMetre(center);

/** The other way round: 1 to what a resolution is on paper. */
export const scaleOfResolution = (resolution: number, center: Position): number =>
  (resolution * groundMetresPerMapMetre(center)) / (MM_PER_PX / 1000);

export interface PaperScaleBar {
  readonly lengthM: number;
  readonly widthMm: number;
}

/** A round length (1, 2 or 5 with zeros), at most so long on paper. */
export function paperScaleBar(denominator: number, mostMm: number): PaperScaleBar {
  const longestM = (denominator * mostMm) / 1000;
  const power = 10 ** Math.floor(Math.log10(longestM));
  const factor = [5, 2].find((one) => one * power <= longestM) ?? 1;
  const lengthM = factor * power;
  return { lengthM, widthMm: (lengthM / denominator) * 1000 };
}
