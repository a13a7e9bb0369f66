import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobStore, StoredBlob } from './BlobStore.ts';
import { openStorage } from './openStorage.ts';
import { type S3Server, startS3 } from './testing/startS3.ts';

const keyOf = (sign: string) => sign.repeat(32);
let s3: S3Server;
let workDir: string;
beforeAll(async () => {
  workDir = mkdtempSync(join(tmpdir(), 'pgis-test-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3.close();
  rmSync(workDir, { recursive: true, force: true });
});

describe.each(['folder', 'S3', 'S3 with a prefix'])('D-FILE-05: blobs in a %s', (kind) => {
  let blobs: BlobStore;
  beforeAll(() => {
    const urls: Record<string, string> = {
      S3: s3.url('plain'),
      'S3 with a prefix': s3.url('shared', 'a b/c'),
    };
    const dataDir = join(workDir, kind);
    blobs = openStorage({ dataDir, storageUrl: urls[kind] }).blobs;
  });

  const put = async (key: string, content: string | Buffer) => {
    const path = join(workDir, 'incoming');
    writeFileSync(path, content);
    await blobs.put(key, path);
  };
  const read = async (key: string) => {
    const found = await blobs.find(key);
    return found === undefined ? undefined : await text(found);
  };
  const list = async () => {
    const found: StoredBlob[] = [];
    for await (const blob of blobs.list()) found.push(blob);
    return found.sort((a, b) => a.key.localeCompare(b.key));
  };

  test('a blob is there once it is put, and gone once it is removed, however often', async () => {
    expect(await read(keyOf('a'))).toBeUndefined();
    await put(keyOf('a'), 'Ērgļi\0');
    await put(`${keyOf('a')}.thumbnail`, 'small');
    await put(keyOf('b'), '');
    expect(await read(keyOf('a'))).toBe('Ērgļi\0');
    expect(await read(keyOf('b'))).toBe('');
    expect(await list()).toEqual([
      { key: keyOf('a'), size: 8 },
      { key: `${keyOf('a')}.thumbnail`, size: 5 },
      { key: keyOf('b'), size: 0 },
    ]);
    await blobs.remove([keyOf('a'), `${keyOf('a')}.thumbnail`]);
    await blobs.remove([keyOf('a')]);
    expect(await list()).toEqual([{ key: keyOf('b'), size: 0 }]);
    await blobs.remove([keyOf('b')]);
    expect(await list()).toEqual([]);
  });

  test('a blob can be used as a file, and nothing of that stays', async () => {
    await put(keyOf('c'), Buffer.alloc(300_000, 'x'));
    const size = await blobs.withFile(keyOf('c'), async (path) => statSync(path).size);
    expect(size).toBe(300_000);
    const missing = blobs.withFile(keyOf('d'), async (path) => readFileSync(path));
    await expect(missing).rejects.toThrow();
    const names = readdirSync(join(workDir, kind), { recursive: true, withFileTypes: true });
    expect(names.filter((entry) => entry.isFile()).length).toBe(kind === 'folder' ? 1 : 0);
    await blobs.remove([keyOf('c')]);
  });

  test('what is no key never becomes a path', async () => {
    for (const bad of ['../../../etc/passwd', 'a', `${keyOf('a')}/b`, `${keyOf('a')}.`, ''])
      await expect(blobs.find(bad)).rejects.toThrow();
  });
});

test('a store that does not answer is STORAGE_AWAY', async () => {
  const { blobs } = openStorage({
    dataDir: workDir,
    storageUrl: 's3://id:secret@bucket?endpoint=http://127.0.0.1:9',
  });
  await expect(blobs.find(keyOf('a'))).rejects.toMatchObject({ code: 'STORAGE_AWAY', status: 503 });
});
