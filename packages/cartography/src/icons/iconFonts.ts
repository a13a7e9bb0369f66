export type IconFontKey = 'solid' | 'regular' | 'gis';

/**
 * Returns the family name under which every renderer registers an icon font: the browser by `iconFonts.css`, Node
 * with `listIconFontPaths` of `@pgis/cartography/node`. The names are our own, because the fonts' names tell solid
 * from regular by weight alone, which Skia and browsers resolve differently.
 */
export const iconFontFamily = (key: IconFontKey): string => `pgis-icons-${key}`;

export const ICON_FONT_FAMILIES: readonly string[] = (['solid', 'regular', 'gis'] as const).map(
  iconFontFamily,
);
