import type { IconFontKey } from './iconFonts.ts';
import { iconFontFamily } from './iconFonts.ts';

/** A glyph: `text` in the font `family`. */
export type Icon = { readonly text: string; readonly family: string };

/** `name code,name code …` by font, with codes in hexadecimal: `iconCodes.gen.json`. */
export type IconCodes = Readonly<Record<IconFontKey, string>>;

const codes = new Map<IconFontKey, ReadonlyMap<string, number>>();

/**
 * Registers the icon codes; until then no icon is found. A browser fetches the table when a style has icons, on Node
 * `@pgis/cartography/node` provides it.
 */
export const provideIconCodes = (table: IconCodes): void => {
  for (const font of ['solid', 'regular', 'gis'] as const) {
    const entries = table[font].split(',').map((entry): [string, number] => {
      const [name = '', code = ''] = entry.split(' ');
      return [name, Number.parseInt(code, 16)];
    });
    codes.set(font, new Map(entries));
  }
};

const REGULAR = new Set(['far', 'fa-regular']);
const NO_NAME = new Set(['fa', 'fas', 'fa-solid', 'far', 'fa-regular', 'fg']);

/**
 * Returns the glyph of `pointIcon`, a CSS class name as in the documentation of the fonts: `fa-trash`, `far fa-bell`
 * (or `fa-regular fa-bell`), `fg-compass`. Any other text, '' too, has no icon.
 */
export const findIcon = (pointIcon: string): Icon | undefined => {
  const words = pointIcon.trim().split(/\s+/, 4);
  const name = words.find((word) => !NO_NAME.has(word)) ?? '';
  const font = name.startsWith('fg') ? 'gis' : words.some((word) => REGULAR.has(word)) ? 'regular' : 'solid';
  const bare = /^(?:fa|fgc?)-(.+)$/.exec(name)?.[1] ?? '';
  const code = codes.get(font)?.get(bare);
  return code === undefined ? undefined : { text: String.fromCodePoint(code), family: iconFontFamily(font) };
};

/** Returns the value of `pointIcon` for an icon of the picker. */
export const iconClassName = (font: IconFontKey, name: string): string => {
  if (font === 'gis') return `fg-${name}`;
  return font === 'regular' ? `far fa-${name}` : `fa-${name}`;
};
