import '@pgis/cartography/iconFonts.css';
import {
  type GeomStyle,
  type IconCodes,
  listIconFamilies,
  loadIconFonts as loadFamilies,
  namesIcons,
  provideIconCodes,
} from '@pgis/cartography';
import iconCodesUrl from '@pgis/cartography/iconCodes.json?url';

const loaded = new Set<string>();
let codes: Promise<void> | undefined;
let hasCodes = false;

/** Table of the glyph of each icon; loads only for styles with icons. */
async function fetchCodes(): Promise<void> {
  const answer = await fetch(iconCodesUrl);
  if (!answer.ok) throw new Error(`the table of icons could not be loaded: ${answer.status}`);
  provideIconCodes((await answer.json()) as IconCodes);
  hasCodes = true;
}

/** True if all fonts of a style have loaded; a symbol is rasterised once, with the glyphs available then. */
export const hasIconFonts = (style: GeomStyle): boolean =>
  !namesIcons(style) || (hasCodes && listIconFamilies(style).every((family) => loaded.has(family)));

/** Loads the icons of a style. Never rejects: an icon that fails to load is missing from its symbol. */
export async function loadIconFonts(style: GeomStyle): Promise<void> {
  if (hasIconFonts(style)) return;
  try {
    codes ??= fetchCodes();
    await codes;
    const families = listIconFamilies(style).filter((family) => !loaded.has(family));
    await loadFamilies(families);
    for (const family of families) loaded.add(family);
  } catch (cause) {
    codes = hasCodes ? codes : undefined; // The next style tries again.
    console.error('icons could not be loaded', cause);
  }
}
