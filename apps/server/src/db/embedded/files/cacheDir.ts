import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns `.cache/` of the checkout, or else a folder that belongs to this user in the system's temporary
 * folder.
 */
export function findCacheDir(): string | undefined {
  const inRepository = fileURLToPath(new URL('../../../../../../.cache/database', import.meta.url));
  const inTemporary = join(tmpdir(), `pgis-cache-${process.getuid?.() ?? 'user'}`);
  return [inRepository, inTemporary].find(isOwnAndWritable);
}

/**
 * Anybody can create folders in the temporary folder; the content of a foreign one would become our database.
 */
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
