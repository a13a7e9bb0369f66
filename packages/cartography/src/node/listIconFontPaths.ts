import { createRequire } from 'node:module';
import { iconFontFamily } from '../icons/iconFonts.ts';

const require = createRequire(import.meta.url);

/**
 * Returns the icon fonts on this machine; register each path under its family before the first symbol is drawn.
 */
export const listIconFontPaths = (): readonly { readonly family: string; readonly path: string }[] => [
  {
    family: iconFontFamily('solid'),
    path: require.resolve('@fortawesome/fontawesome-free/webfonts/fa-solid-900.woff2'),
  },
  {
    family: iconFontFamily('regular'),
    path: require.resolve('@fortawesome/fontawesome-free/webfonts/fa-regular-400.woff2'),
  },
  { family: iconFontFamily('gis'), path: require.resolve('font-gis/fonts/font-gis.woff2') },
];
