import { sprites } from '../draw/drawingCache.ts';
import type { GeomStyle } from '../style/propertyTable.ts';
import { listRules } from '../style/resolveStyle.ts';
import { findIcon } from './findIcon.ts';

/** True when a style names icons, whether their codes are registered or not. */
export const namesIcons = (style: GeomStyle): boolean =>
  listRules(style).some(({ pointIcon }) => pointIcon.trim() !== '');

/** Returns the icon font families that a style needs. */
export const listIconFamilies = (style: GeomStyle): readonly string[] => {
  const families = listRules(style).map(({ pointIcon }) => findIcon(pointIcon)?.family);
  return [...new Set(families)].filter((family) => family !== undefined);
};

/**
 * Resolves when a browser with `iconFonts.css` has loaded the fonts. A canvas draws a box for a glyph whose font is
 * still loading, and a sprite keeps it, so await this before making styles or swatches. Fonts already loaded cost
 * nothing.
 */
export const loadIconFonts = async (
  families: readonly string[],
  fonts: Pick<FontFaceSet, 'load'> = document.fonts,
): Promise<void> => {
  await Promise.all(families.map((family) => fonts.load(`16px "${family}"`)));
  sprites.clear();
};
