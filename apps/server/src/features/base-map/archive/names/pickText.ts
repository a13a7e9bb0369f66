import type { Language } from '@pgis/contract';
import type { MapName } from '../schema/MapName.ts';
import { NAME_ATTRIBUTES } from '../schema/osmNames.ts';

/** The letters that the map's font has. */
const drawable = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]+$/u;
/** Characters that steer the direction of text or have no width. */
const invisible = /[\p{Cc}\p{Cf}]/gu;
const MAX_LENGTH = 60;
/** Longer texts are not looked at: all features of a tile can share one of many megabytes. */
const MAX_RAW_LENGTH = 500;

/**
 * Returns a name in the reader's language, else as it is on the spot, else in Latin letters. Undefined when there is none
 * that the font can show.
 */
export function pickText({ text }: Pick<MapName, 'text'>, language: Language): string | undefined {
  const candidates =
    typeof text === 'string'
      ? [text]
      : [`name:${language}`, `name_${language}`, ...NAME_ATTRIBUTES].map((name) => text[name]);
  for (const candidate of candidates) {
    if (typeof candidate !== 'string' || candidate.length > MAX_RAW_LENGTH) continue;
    const clean = candidate.replace(invisible, '').replace(/\s+/g, ' ').trim().normalize('NFC');
    if (clean.length > 0 && clean.length <= MAX_LENGTH && drawable.test(clean)) return clean;
  }
  return undefined;
}
