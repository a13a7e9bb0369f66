import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders of `rendering` whose code decides how objects look; the others decide when and for whom they are rendered. */
const folders = ['job', 'raster', 'draw', 'ol', 'encode'];

/** Hash of all code that decides how objects look: cached images of another version are not used. */
export function readRenderingVersion(): string {
  const require = createRequire(import.meta.url);
  const rendering = join(import.meta.dirname, '..');
  const cartography = join(fileURLToPath(import.meta.resolve('@pgis/cartography')), '..');
  return hashCode(
    [...folders.map((name) => join(rendering, name)), cartography],
    [
      ...['@napi-rs/canvas', 'ol'].map(
        (name) => (require(`${name}/package.json`) as { version: string }).version,
      ),
    ],
  );
}

/** Hash of the TypeScript files in folders, tests excepted, and of further texts or bytes. */
export function hashCode(codeFolders: readonly string[], more: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const folder of codeFolders)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/(?<!\.test)\.ts$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)));
  for (const one of more) hash.update(one);
  return hash.digest('hex').slice(0, 16);
}
