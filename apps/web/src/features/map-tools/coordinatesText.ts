import type { TFunction } from 'i18next';
import { formatFixed, type Language } from '../../i18n/index.ts';

/** `56.9714° N, 23.9891° E` in the words and digits of the language. */
export function coordinatesText(
  [lon, lat]: readonly [number, number],
  { t, language }: { readonly t: TFunction; readonly language: Language },
): string {
  // The map goes round and round; a longitude does not.
  const turned = ((((lon + 180) % 360) + 360) % 360) - 180;
  const degrees = (value: number) => `${formatFixed(Math.abs(value), language, 4)}°`;
  const latText = `${degrees(lat)} ${t(lat < 0 ? 'MAP.SOUTH' : 'MAP.NORTH')}`;
  const lonText = `${degrees(turned)} ${t(turned < 0 ? 'MAP.WEST' : 'MAP.EAST')}`;
  // A decimal comma and a comma between look the same.
  return [latText, lonText].join(language === 'en' ? ', ' : '; ');
}
