import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';

/** Noto Sans comes in one file a script; the family of each is a name of its own, in the order of trial. */
const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext'] as const;
const faces = ['400-normal', '400-italic', '600-normal', '700-normal'] as const;

/** What stands behind the size in `context.font`. */
export const BASE_MAP_FONT = subsets.map((subset) => `"PGIS Base Map ${subset}"`).join(', ');

let registered = false;

/** Makes the bundled font known to this process, so that labels look alike on machines with other fonts or none. */
export function registerBaseMapFonts(): void {
  if (registered) return;
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('@fontsource/noto-sans/package.json'));
  for (const subset of subsets) {
    for (const face of faces) {
      const file = join(folder, 'files', `noto-sans-${subset}-${face}.woff2`);
      if (!GlobalFonts.register(readFileSync(file), `PGIS Base Map ${subset}`)) {
        throw new Error(`The font ${file} cannot be read; run npm ci again`);
      }
    }
  }
  registered = true;
}
