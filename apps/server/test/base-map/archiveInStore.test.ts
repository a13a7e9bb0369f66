import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findArchiveFile } from '../../src/features/base-map/archive/findArchiveFile.ts';
import { openArchive } from '../../src/features/base-map/archive/reader/openArchive.ts';
import { openObjectSource } from '../../src/features/base-map/archive/reader/openObjectSource.ts';
import { openPmtiles } from '../../src/features/base-map/archive/reader/openPmtiles.ts';
import { S3Objects } from '../../src/storage/s3/S3Objects.ts';
import { S3Reader } from '../../src/storage/s3/S3Reader.ts';
import { type S3Server, startS3 } from '../../src/storage/testing/startS3.ts';
import { archivePath, readMbtiles } from './archives.ts';
import { makePmtiles } from './makePmtiles.ts';

let s3: S3Server;
let objects: S3Objects;
beforeAll(async () => {
  s3 = await startS3();
  objects = new S3Objects(s3.url('plain'));
});
afterAll(() => s3.close());

const path = archivePath('monaco_openmaptiles.mbtiles');
const monaco = readMbtiles(path);
const file = makePmtiles({
  tiles: monaco.tiles,
  metadata: { vector_layers: [{ id: 'transportation' }] },
  hasLeaf: true,
});
const address = 's3://plain/monaco.pmtiles';

test('PMTiles in a store: every tile by few requests, and none of a replaced archive', async () => {
  await s3.put('plain', 'monaco.pmtiles', file);
  const object = await objects.get(address);
  const reader = new S3Reader();
  let [requests, bytesRead] = [0, 0];
  const source = openObjectSource(object, {
    read: (one, range) => {
      requests++;
      bytesRead += range.length;
      return reader.read(one, range);
    },
  });
  const archive = await openPmtiles(source);
  // Header, root directory and metadata come with one request.
  expect(requests).toBe(1);
  for (let round = 0; round < 2; round++)
    for (const { bytes, ...tile } of monaco.tiles)
      expect(new Uint8Array((await archive.readTile(tile)) ?? [])).toEqual(bytes);
  expect(requests).toBeLessThanOrEqual(2 + monaco.tiles.length);
  expect(bytesRead).toBeLessThan(file.length + 20_000);
  await archive.close();

  const opened = await openArchive(address, object);
  await s3.put('plain', 'monaco.pmtiles', file.slice().fill(0, file.length - 1_000));
  const readAll = async () => {
    for (const tile of monaco.tiles) await opened.readTile(tile);
  };
  await expect(readAll()).rejects.toMatchObject({
    name: 'ArchiveError',
    message: 'The object was replaced while it was read',
  });
  await opened.close();
});

test('an archive in a store that does not answer is missing, and the reason is told', async () => {
  const away = new S3Objects('s3://id:secret@bucket?endpoint=http://127.0.0.1:9');
  const errors: unknown[] = [];
  const file = await findArchiveFile('s3://bucket/key', away, (error) => errors.push(error));
  expect(file).toBeUndefined();
  expect(errors).toEqual([expect.objectContaining({ name: 'S3ReadError', reason: 'away' })]);
});

test('what cannot be read from a store is refused in plain words', async () => {
  await s3.put('plain', 'monaco.mbtiles', readFileSync(path));
  await s3.put('plain', 'cut.pmtiles', file.subarray(0, file.length / 2));
  await s3.put('plain', 'text', Buffer.from('no archive at all'));
  const open = async (key: string) => {
    const archive = await openArchive(`s3://plain/${key}`, await objects.get(`s3://plain/${key}`));
    for (const tile of monaco.tiles) await archive.readTile(tile);
  };
  await expect(open('monaco.mbtiles')).rejects.toThrow('convert it with `pmtiles convert');
  await expect(open('cut.pmtiles')).rejects.toThrow('it may be cut off');
  await expect(open('text')).rejects.toThrow('neither PMTiles nor MBTiles');
});
