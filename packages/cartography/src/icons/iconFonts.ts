export type IconFontKey = 'solid' | 'regular' | 'gis';

/**
 * The family name under which every drawing place registers an icon font: the browser by `iconFonts.css`, Node with
 * `listIconFontPaths` of `@pgis/cartography/node`. Own names, because the fonts' own ones tell solid from regular by
 * weight only, which Skia and browsers settle differently.
 */
export const iconFontFamily = (key: IconFontKey): string => `pgis-icons-${key}`;

export const ICON_FONT_FAMILIES: readonly string[] = (['solid', 'regular', 'gis'] as const).map(
  iconFontFamily,
);
