import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';

/** Labels are set in Arial unless a style says otherwise; Arimo has its metrics, and Latvian and Cyrillic. */
const arialSubstitute = '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf';

/** Makes the icon fonts and a text font known, so that images look alike on machines with other fonts or none. */
export function registerFonts(
  iconFonts: readonly { readonly family: string; readonly path: string }[],
): void {
  for (const { family, path } of iconFonts) addFont(family, path);
  const { resolve } = createRequire(import.meta.url);
  if (!GlobalFonts.has('Arial')) addFont('Arial', resolve(arialSubstitute));
}

function addFont(family: string, path: string): void {
  if (!GlobalFonts.register(readFileSync(path), family))
    throw new Error(`The font ${path} cannot be read; run npm ci again`);
}
