import type { IconFontKey } from './iconFonts.ts';
import { iconFontFamily } from './iconFonts.ts';

/** A glyph to draw: `text` in the font `family`. */
export type Icon = { readonly text: string; readonly family: string };

/** By font, `name code,name code …` with codes in hexadecimal: `iconCodes.gen.json`. */
export type IconCodes = Readonly<Record<IconFontKey, string>>;

const codes = new Map<IconFontKey, ReadonlyMap<string, number>>();

/**
 * Makes the icons known. Until then there are none: the table is fetched by a browser that has icons to draw, and
 * provided by `@pgis/cartography/node` on Node.
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
 * The glyph of `pointIcon`, which holds a CSS class name as in the fonts' own documentation: `fa-trash`,
 * `far fa-bell` (or `fa-regular fa-bell`), `fg-compass`. Any other text, '' too, is no icon.
 */
export const findIcon = (pointIcon: string): Icon | undefined => {
  const words = pointIcon.trim().split(/\s+/, 4);
  const name = words.find((word) => !NO_NAME.has(word)) ?? '';
  const font = name.startsWith('fg') ? 'gis' : words.some((word) => REGULAR.has(word)) ? 'regular' : 'solid';
  const bare = /^(?:fa|fgc?)-(.+)$/.exec(name)?.[1] ?? '';
  const code = codes.get(font)?.get(bare);
  return code === undefined ? undefined : { text: String.fromCodePoint(code), family: iconFontFamily(font) };
};

/** What `pointIcon` holds for an icon of the picker. */
export const iconClassName = (font: IconFontKey, name: string): string => {
  if (font === 'gis') return `fg-${name}`;
  return font === 'regular' ? `far fa-${name}` : `fa-${name}`;
};
