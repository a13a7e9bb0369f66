import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns one hash over the names and contents of all matching files. */
export async function hashSources(rootDir: string, patterns: readonly string[]): Promise<string> {
  const paths: string[] = [];
  for await (const entry of glob([...patterns], { cwd: rootDir, withFileTypes: true })) {
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256');
  for (const path of paths.sort())
    hash
      .update(`${path}\0`)
      .update(await readFile(path))
      .update('\0');
  return hash.digest('hex');
}
