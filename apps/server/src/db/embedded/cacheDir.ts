import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `.cache/` of the checkout, else a folder of this user's own under the system's temporary one. */
export function findCacheDir(): string | undefined {
  const inRepository = fileURLToPath(new URL('../../../../../.cache/database', import.meta.url));
  const inTemporary = join(tmpdir(), `pgis-cache-${process.getuid?.() ?? 'user'}`);
  return [inRepository, inTemporary].find(isOwnAndWritable);
}

/** Anybody may make folders in the temporary one: what lies in a stranger's would become our database. */
function isOwnAndWritable(dir: string): boolean {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(dir);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    accessSync(dir, constants.W_OK);
    return isOwn;
  } catch {
    return false;
  }
}
