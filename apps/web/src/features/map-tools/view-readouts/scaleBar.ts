import { MAX_LATITUDE } from '@pgis/geo';

export interface ScaleBar {
  readonly lengthM: number;
  readonly widthPx: number;
}

/** A round length (1, 2 or 5 with zeros) whose bar is at most `maxPx` wide at the given latitude. */
export function scaleBar(
  resolution: number,
  { latitude, maxPx }: { readonly latitude: number; readonly maxPx: number },
): ScaleBar {
  // EPSG:3857 stretches lengths away from the equator.
  const clamped = Math.min(Math.abs(latitude), MAX_LATITUDE);
  const metresPerPixel = resolution * Math.cos((clamped * Math.PI) / 180);
  const longest = metresPerPixel * maxPx;
  const power = 10 ** Math.floor(Math.log10(longest));
  const factor = [5, 2].find((one) => one * power <= longest) ?? 1;
  return { lengthM: factor * power, widthPx: (factor * power) / metresPerPixel };
}
