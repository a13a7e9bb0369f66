import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import { listIconFontPaths } from '@pgis/cartography/node';

export interface FontFile {
  readonly family: string;
  readonly path: string;
}

const registered = new Set<string>();

/** Registers font files with the canvas of this process, so that images look alike on machines with other fonts or none. */
export function registerFonts(files: readonly FontFile[]): void {
  for (const { family, path } of files) {
    const name = `${family} ${path}`;
    if (registered.has(name)) continue;
    if (!GlobalFonts.register(readFileSync(path), family))
      throw new Error(`The font ${path} cannot be read; run npm ci again`);
    registered.add(name);
  }
}

/** Arimo has the metrics of Arial, in which labels are set by default, and Latvian and Cyrillic letters. */
const arialSubstitute = '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf';

/** Registers the fonts of layer images: icons and, where the system has no Arial, its substitute. */
export function registerImageFonts(): void {
  registerFonts(listIconFontPaths());
  const { resolve } = createRequire(import.meta.url);
  if (!GlobalFonts.has('Arial')) registerFonts([{ family: 'Arial', path: resolve(arialSubstitute) }]);
}
