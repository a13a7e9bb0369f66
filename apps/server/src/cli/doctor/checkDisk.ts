import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { advice, type Finding, ok, problem, reasonOf } from './Finding.ts';

const MIN_FREE_BYTES = 1e9;
const LITTLE_FREE_SHARE = 0.1;

/** DATA_DIR can be written and has room. */
export async function checkDisk({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const probe = join(dataDir, `.doctor-${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(probe, 'written by pgis doctor', { mode: 0o600 });
  } catch (error) {
    return [problem(`DATA_DIR cannot be written: ${reasonOf(error)}`)];
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
  const { bsize, blocks, bavail } = await statfs(dataDir);
  return [judgeSpace({ free: bsize * bavail, size: bsize * blocks })];
}

export function judgeSpace({ free, size }: { readonly free: number; readonly size: number }): Finding {
  const text = `${(free / 1e9).toFixed(1)} of ${(size / 1e9).toFixed(1)} GB are free for DATA_DIR`;
  if (free < MIN_FREE_BYTES) return problem(`${text}: uploads and the embedded database will fail.`);
  if (free < LITTLE_FREE_SHARE * size) return advice(`${text}; IMAGE_CACHE_MB limits the image cache.`);
  return ok(`${text}.`);
}
