import { groundMetresPerMapMetre, type Position } from '@pgis/geo';

/** A CSS pixel is 1/96 inch, exactly on paper and nominally on the screen. */
export const MM_PER_PX = 25.4 / 96;

/** Resolution in metres of EPSG:3857 per CSS pixel at which the centre of the map has the scale 1:`denominator` on paper. */
export const resolutionOfScale = (denominator: number, center: Position): number =>
  (denominator * (MM_PER_PX / 1000)) / groundMetresPerMapMetre(center);

/** Inverse of it: the scale denominator of a resolution on paper. */
export const scaleOfResolution = (resolution: number, center: Position): number =>
  (resolution * groundMetresPerMapMetre(center)) / (MM_PER_PX / 1000);

export interface PaperScaleBar {
  readonly lengthM: number;
  readonly widthMm: number;
}

/** A round length (1, 2 or 5 with zeros) of limited size on paper. */
export function paperScaleBar(denominator: number, maxMm: number): PaperScaleBar {
  const longestM = (denominator * maxMm) / 1000;
  const power = 10 ** Math.floor(Math.log10(longestM));
  const factor = [5, 2].find((one) => one * power <= longestM) ?? 1;
  const lengthM = factor * power;
  return { lengthM, widthMm: (lengthM / denominator) * 1000 };
}
