import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { registerFonts } from '../../../../rendering/draw/registerFonts.ts';

/** Noto Sans comes as one file per script; each becomes a font family of its own. */
const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext'] as const;
const faces = ['400-normal', '400-italic', '600-normal', '700-normal'] as const;

/** The families for `context.font`, in the order in which a letter is looked up. */
export const BASE_MAP_FONT = subsets.map((subset) => `"PGIS Base Map ${subset}"`).join(', ');

export function registerBaseMapFonts(): void {
  const require = createRequire(import.meta.url);
  const folder = join(dirname(require.resolve('@fontsource/noto-sans/package.json')), 'files');
  registerFonts(
    subsets.flatMap((subset) =>
      faces.map((face) => ({
        family: `PGIS Base Map ${subset}`,
        path: join(folder, `noto-sans-${subset}-${face}.woff2`),
      })),
    ),
  );
}
