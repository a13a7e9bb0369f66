import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { MAP_ASSET_FILE } from './decodeMapAsset.ts';

/**
 * Changes with everything that can change a tile: the asset, the code in this folder, canvas and font. Names the folder of the cache,
 * and is the `v` of addresses that may be kept for ever.
 */
export function readBaseMapVersion(): string {
  const hash = createHash('sha256').update(readFileSync(MAP_ASSET_FILE));
  const folder = new URL('./', import.meta.url);
  const code = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  for (const name of code.sort()) hash.update(readFileSync(new URL(name, folder)));
  const require = createRequire(import.meta.url);
  for (const name of ['@napi-rs/canvas', '@fontsource/noto-sans'])
    hash.update((require(`${name}/package.json`) as { version: string }).version);
  return hash.digest('hex').slice(0, 16);
}
