import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Config } from '../../config.ts';
import { openStorage } from '../../storage/openStorage.ts';
import { type Finding, ok, problem, reasonOf } from './Finding.ts';

/** Stores a file, reads it back and deletes it. */
export async function checkStorage(config: Pick<Config, 'dataDir' | 'storageUrl'>): Promise<Finding[]> {
  const { blobs, tempStore } = openStorage(config);
  const where = config.storageUrl === undefined ? 'DATA_DIR/files' : 'the store of STORAGE_URL';
  const key = randomBytes(16).toString('hex');
  try {
    await using folder = await tempStore.open();
    const path = folder.newPath();
    await writeFile(path, key);
    await blobs.put(key, path);
    try {
      const found = await blobs.find(key);
      if (found === undefined || (await text(found)) !== key)
        return [problem(`A file written to ${where} was not there afterwards.`)];
    } finally {
      await blobs.remove([key]);
    }
    return [ok(`A file was written to ${where}, read and deleted.`)];
  } catch (error) {
    return [problem(`Files cannot be stored in ${where}: ${reasonOf(error)}`)];
  }
}
