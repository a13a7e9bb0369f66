import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { hashCode } from '../../rendering/job/renderingVersion.ts';
import { MAP_ASSET_FILE } from './decodeMapAsset.ts';

/** Folders of `rendering` that draw tiles of the base map, too. */
const sharedFolders = ['raster', 'encode'].map((name) => join(import.meta.dirname, '../../rendering', name));

/**
 * Hash of everything that can change a tile: the asset, the code, canvas and font. It names the folder of the cache and is
 * the `v` of addresses that browsers may cache for ever.
 */
export function readBaseMapVersion(): string {
  const require = createRequire(import.meta.url);
  const versions = ['@napi-rs/canvas', '@fontsource/noto-sans'].map(
    (name) => (require(`${name}/package.json`) as { version: string }).version,
  );
  return hashCode([import.meta.dirname, ...sharedFolders], [readFileSync(MAP_ASSET_FILE), ...versions]);
}
