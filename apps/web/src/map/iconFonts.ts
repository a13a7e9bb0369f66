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

/** Which glyph is which icon: a table that only styles with icons need. */
async function fetchCodes(): Promise<void> {
  const answer = await fetch(iconCodesUrl);
  if (!answer.ok) throw new Error(`the table of icons could not be loaded: ${answer.status}`);
  provideIconCodes((await answer.json()) as IconCodes);
  hasCodes = true;
}

/** True when everything a style draws with is there: a sprite keeps the glyphs it was drawn with. */
export const hasIconFonts = (style: GeomStyle): boolean =>
  !namesIcons(style) || (hasCodes && listIconFamilies(style).every((family) => loaded.has(family)));

/** Loads the icons a style draws with. Never fails: what could not be loaded is missing in its symbols. */
export async function loadIconFonts(style: GeomStyle): Promise<void> {
  if (hasIconFonts(style)) return;
  try {
    codes ??= fetchCodes();
    await codes;
    const families = listIconFamilies(style).filter((family) => !loaded.has(family));
    await loadFamilies(families);
    for (const family of families) loaded.add(family);
  } catch (cause) {
    codes = hasCodes ? codes : undefined; // tried again for the next style
    console.error('icons could not be loaded', cause);
  }
}
