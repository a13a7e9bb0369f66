import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Changes with all code that decides how objects are drawn: pictures in the cache of another one are not used. */
export function readDrawingVersion(): string {
  const hash = createHash('sha256');
  const require = createRequire(import.meta.url);
  const cartography = join(fileURLToPath(import.meta.resolve('@pgis/cartography')), '..');
  for (const folder of [import.meta.dirname, cartography])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/(?<!\.test)\.ts$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)));
  for (const name of ['@napi-rs/canvas', 'ol'])
    hash.update((require(`${name}/package.json`) as { version: string }).version);
  return hash.digest('hex').slice(0, 16);
}
