import { sprites } from '../draw/sprites.ts';
import type { GeomStyle } from '../propertyTable.ts';
import { listRules } from '../resolveStyle.ts';
import { findIcon } from './findIcon.ts';

/** Whether a style names icons, known ones or not. */
export const namesIcons = (style: GeomStyle): boolean =>
  listRules(style).some(({ pointIcon }) => pointIcon.trim() !== '');

/** The icon font families that a style draws with, none where it has no icons. */
export const listIconFamilies = (style: GeomStyle): readonly string[] => {
  const families = listRules(style).map(({ pointIcon }) => findIcon(pointIcon)?.family);
  return [...new Set(families)].filter((family) => family !== undefined);
};

/**
 * In a browser with `iconFonts.css`: ready when the fonts can be drawn with. Canvas draws a box for a glyph whose font is
 * still on its way, and a sprite keeps it, so wait before making styles or swatches. Fonts already there cost nothing.
 */
export const loadIconFonts = async (
  families: readonly string[],
  fonts: Pick<FontFaceSet, 'load'> = document.fonts,
): Promise<void> => {
  await Promise.all(families.map((family) => fonts.load(`16px "${family}"`)));
  sprites.forget();
};
