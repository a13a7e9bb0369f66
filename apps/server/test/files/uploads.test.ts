import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ErrorBody, type GeomFile, limits } from '@pgis/contract';
import { describeOnOneDatabase, sendUpload, type UploadToSend, uploadLength } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepStorage } from '../../src/features/files/sweepStorage.ts';
import { type FileWorld, makeFileWorld } from './FileWorld.ts';
import { aFile, filesFor } from './multipart.ts';

/** Mounts a small disk; undefined where this process may not. */
function mountSmallDisk(): string | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'pgis-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', dir], { stdio: 'ignore' });
    return dir;
  } catch {
    rmSync(dir, { recursive: true });
    return undefined;
  }
}

describeOnOneDatabase('uploads over a real connection', (getDatabase) => {
  let world: FileWorld;
  let url: string;
  beforeAll(async () => {
    world = await makeFileWorld(getDatabase());
    url = await world.t.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const target = async (): Promise<Omit<UploadToSend, 'bytes'>> => ({
    url,
    headers: world.headersOf('writer'),
    geometryId: await world.addTo(world.layer, false),
  });
  const list = async (geometryId: number) => (await world.get<GeomFile[]>('writer', `${geometryId}`)).json;
  const orphanedKeys = () => getDatabase().db.selectFrom('loose_blobs').select('blob_key').execute();

  test('ATT-05 D-FILE-01: 100 000 000 bytes pass, one more is 413 and nothing of it is stored', async () => {
    expect(limits.attachmentBytes).toBe(100_000_000);
    const to = await target();
    const fits = await sendUpload<GeomFile[]>({ ...to, bytes: 100_000_000 });
    expect([fits?.status, fits?.json[0]?.size]).toEqual([201, 100_000_000]);
    const before = world.filesOnDisk();
    const tooLarge = await sendUpload<ErrorBody>({ ...to, bytes: 100_000_001 });
    expect([tooLarge?.status, tooLarge?.json.error]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(world.filesOnDisk()).toEqual(before);
    expect(await list(to.geometryId)).toHaveLength(1);
  });

  test('an upload that breaks off, at whatever byte, leaves neither row nor file', async () => {
    const upload = { ...(await target()), bytes: 200_000 };
    const length = uploadLength(upload);
    const before = world.filesOnDisk();
    const orphanedBefore = await orphanedKeys();
    // Abort positions: each byte of the form's headers, and some within the file.
    const abortPositions = [...Array(330).keys()].filter((byte) => byte % 7 === 1);
    for (const abortAt of [...abortPositions, 65_536, 131_072, 199_999, length - 40, length - 10])
      expect(await sendUpload({ ...upload, abortAt })).toBeUndefined();
    await expect.poll(() => world.filesOnDisk()).toEqual(before);
    expect(await list(upload.geometryId)).toEqual([]);
    expect(await orphanedKeys()).toEqual(orphanedBefore);
    expect((await sendUpload(upload))?.status).toBe(201);
  });

  test('a full disk is 507: nothing is half-stored, reading goes on, and so do uploads once there is room', async ({
    skip,
  }) => {
    const disk = mountSmallDisk();
    if (disk === undefined) return skip('this process may not make a small disk');
    const full = await makeFileWorld(getDatabase(), { DATA_DIR: disk });
    try {
      const geometryId = await full.addTo(full.layer, false);
      const [attached] = await full.attach(geometryId, aFile('small.txt', 'kept'));
      const before = full.filesOnDisk();
      const tooLarge = filesFor(geometryId, aFile('large', Buffer.alloc(1_500_000)));
      const refused = await full.upload('writer', tooLarge);
      expect([refused.status, refused.json.error]).toEqual([507, 'STORAGE_FULL']);
      expect(full.filesOnDisk()).toEqual(before);
      const read = await full.get('writer', `download/${geometryId}/${attached?.fileId}`);
      expect([read.status, read.text]).toEqual([200, 'kept']);
      const fits = await full.upload('writer', filesFor(geometryId, aFile('fits', Buffer.alloc(500_000))));
      expect(fits.status).toBe(201);
    } finally {
      await full[Symbol.asyncDispose]();
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true, force: true });
    }
  });

  test('what a crash leaves, half a file and a blob without a row, goes with the next start', async () => {
    const geometryId = await world.addTo(world.layer, false);
    const [file] = await world.attach(geometryId, aFile('stays.txt', 'stays'));
    const { storage, database } = world.t.deps;
    const before = world.filesOnDisk();
    const orphan = 'f'.repeat(32);
    const folder = await storage.tempStore.open();
    const path = folder.newPath();
    writeFileSync(path, 'a blob whose row never came');
    await database.db.insertInto('loose_blobs').values({ blob_key: orphan }).execute();
    await storage.blobs.put(orphan, path);
    writeFileSync(folder.newPath(), 'half of a fi');
    expect(world.filesOnDisk()).toHaveLength(before.length + 2);
    await sweepStorage(world.t.deps, { isAlone: true });
    expect(world.filesOnDisk()).toEqual(before);
    expect(await orphanedKeys()).toEqual([]);
    const read = await world.get('writer', `download/${geometryId}/${file?.fileId}`);
    expect(read.text).toBe('stays');
  });
});
