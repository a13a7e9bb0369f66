import { formatFixed, type Language, type TFunction } from '../../../i18n/index.ts';

/** Formats `56.9714° N, 23.9891° E` in the language. */
export function coordinatesText(
  [lon, lat]: readonly [number, number],
  { t, language }: { readonly t: TFunction; readonly language: Language },
): string {
  // The map repeats around the world; longitudes are normalised to ±180°.
  const turned = ((((lon + 180) % 360) + 360) % 360) - 180;
  const degrees = (value: number) => `${formatFixed(Math.abs(value), language, 4)}°`;
  const latText = `${degrees(lat)} ${t(lat < 0 ? 'MAP.SOUTH' : 'MAP.NORTH')}`;
  const lonText = `${degrees(turned)} ${t(turned < 0 ? 'MAP.WEST' : 'MAP.EAST')}`;
  // A decimal comma would look like the separator.
  return [latText, lonText].join(language === 'en' ? ', ' : '; ');
}
