import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkArchive } from '../../src/features/base-map/archive/checkArchive.ts';
import { readImage } from '../../src/features/base-map/archive/images/readImage.ts';
import { openArchive } from '../../src/features/base-map/archive/reader/openArchive.ts';
import type { TileAddress } from '../../src/features/base-map/archive/reader/TileArchive.ts';
import { makePmtiles, type TestTile } from './makePmtiles.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pgis-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const colors = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'] as const;
const square = (background: string, sidePx: number) => ({
  create: { width: sidePx, height: sidePx, channels: 3 as const, background },
});

/** An image of 256 px whose quarters are red and green, blue and white. */
async function makeQuarters(): Promise<Sharp> {
  const quarters = await Promise.all(colors.map((color) => sharp(square(color, 128)).png().toBuffer()));
  const layers = quarters.map((input, i) => ({ input, left: (i % 2) * 128, top: Math.floor(i / 2) * 128 }));
  return sharp(await sharp(square('#000', 256)).composite(layers).png().toBuffer());
}

function write(name: string, tiles: readonly TestTile[], imageType: 2 | 3 | 4): string {
  const path = join(folder, name);
  writeFileSync(path, makePmtiles({ tiles, imageType, metadata: { attribution: '© Somebody' } }));
  return path;
}

async function read(path: string, tile: TileAddress): Promise<Buffer> {
  const archive = await openArchive(path);
  try {
    return Buffer.from(await readImage(archive, tile));
  } finally {
    await archive.close();
  }
}

/** Returns the colour of the middle pixel. */
async function middleOf(image: Buffer): Promise<string> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3;
  return [...data.subarray(at, at + 3)].map((value) => (value > 128 ? 'f' : '0')).join('');
}

test.for([
  ['png', 2, 'PNG'],
  ['jpeg', 3, 'JPEG'],
  ['webp', 4, 'WebP'],
] as const)(
  'PMTiles with %s: stored tiles as they are, missing ones enlarged',
  async ([format, imageType, name]) => {
    const bytes = await (await makeQuarters()).toFormat(format).toBuffer();
    const path = write(`${format}.pmtiles`, [{ z: 1, x: 0, y: 0, bytes }], imageType);
    expect(await checkArchive(path)).toMatchObject({
      schemaName: name,
      imagePx: 256,
      info: { content: format },
    });
    expect((await read(path, { z: 1, x: 0, y: 0 })).equals(bytes)).toBe(true);
    const quarters = [
      ...[await read(path, { z: 2, x: 0, y: 0 }), await read(path, { z: 2, x: 1, y: 0 })],
      ...[await read(path, { z: 2, x: 0, y: 1 }), await read(path, { z: 2, x: 1, y: 1 })],
    ];
    expect(await Promise.all(quarters.map(middleOf))).toEqual(['f00', '0f0', '00f', 'fff']);
    for (const quarter of quarters)
      expect(await sharp(quarter).metadata()).toMatchObject({ format, width: 256, height: 256 });
    // The part of the last zoom that is enlarged has 8 pixels.
    expect(await middleOf(await read(path, { z: 6, x: 31, y: 0 }))).toBe('0f0');
    for (const tile of [
      { z: 7, x: 0, y: 0 },
      { z: 1, x: 1, y: 0 },
      { z: 0, x: 0, y: 0 },
    ])
      expect(await sharp(await read(path, tile)).metadata()).toMatchObject({ format: 'png', width: 1 });
  },
);

test('MBTiles with images', async () => {
  const bytes = await sharp(square('#123456', 512)).png().toBuffer();
  const path = join(folder, 'images.mbtiles');
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE metadata (name text, value text);
    CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
    INSERT INTO metadata VALUES ('format', 'png'), ('minzoom', '1'), ('maxzoom', '1'), ('attribution', '© Somebody')`);
  database.prepare('INSERT INTO tiles VALUES (1, 0, 1, ?)').run(bytes);
  database.close();
  expect(await checkArchive(path)).toMatchObject({ schemaName: 'PNG', imagePx: 512 });
  expect((await read(path, { z: 1, x: 0, y: 0 })).equals(bytes)).toBe(true);
});

test('what is no tile of images is refused in plain words', async () => {
  const tile = { z: 0, x: 0, y: 0 };
  const png = await sharp(square('#123456', 256)).png().toBuffer();
  const wide = await sharp({ create: { ...square('#123456', 256).create, width: 512 } })
    .png()
    .toBuffer();
  const huge = await sharp(square('#123456', 3_000)).png().toBuffer();
  const cases: [name: string, tiles: readonly TestTile[], message: RegExp][] = [
    [
      'svg',
      [{ ...tile, bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }],
      /is no PNG, JPEG or WebP/,
    ],
    ['cut', [{ ...tile, bytes: png.subarray(0, 20) }], /is no PNG, JPEG or WebP/],
    ['wide', [{ ...tile, bytes: wide }], /512 by 256 pixels/],
    ['huge', [{ ...tile, bytes: huge }], /squares up to 2048 are read|is no PNG/],
    [
      'two sizes',
      [
        { ...tile, bytes: png },
        { z: 1, x: 0, y: 0, bytes: await sharp(png).resize(512).png().toBuffer() },
      ],
      /has 512 pixels, others have 256/,
    ],
  ];
  for (const [name, tiles, message] of cases)
    await expect(checkArchive(write(`${name}.pmtiles`, tiles, 2)), name).rejects.toThrow(message);
  const svg = read(join(folder, 'svg.pmtiles'), tile);
  await expect(svg).rejects.toMatchObject({ name: 'ArchiveError' });
});
