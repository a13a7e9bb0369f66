import { existsSync, readFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';
import type { Language } from '@pgis/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ArchiveTile,
  createArchiveDrawer,
} from '../../src/features/base-map/archive/createArchiveDrawer.ts';
import { ArchiveTiles } from '../../src/features/base-map/archive/draw/ArchiveTiles.ts';
import { overlap } from '../../src/features/base-map/archive/names/chooseLabels.ts';
import { NameLayout } from '../../src/features/base-map/archive/names/NameLayout.ts';
import { openArchive } from '../../src/features/base-map/archive/reader/openArchive.ts';
import type { TileArchive } from '../../src/features/base-map/archive/reader/TileArchive.ts';
import { decodeMapAsset, MAP_ASSET_FILE } from '../../src/features/base-map/decodeMapAsset.ts';
import { type EmbeddedMap, openEmbeddedMap } from '../../src/features/base-map/draw/EmbeddedMap.ts';
import { toGroundView } from '../../src/features/base-map/draw/GroundTile.ts';
import { createRuler } from '../../src/features/base-map/draw/labels/textRuler.ts';
import { archivePath, sharedArchivePath } from './archives.ts';
import { makeVectorTile, type TestLayers } from './makeVectorTile.ts';

let embedded: EmbeddedMap;
beforeAll(() => {
  embedded = openEmbeddedMap(decodeMapAsset(readFileSync(MAP_ASSET_FILE)));
});

const monaco = { lon: 7.4246, lat: 43.7384 };

/** The tile of 256 px around a position. */
function tileAt({ lon, lat }: typeof monaco, zoom: number, options: Partial<ArchiveTile> = {}): ArchiveTile {
  const mercator = Math.asinh(Math.tan((lat * Math.PI) / 180));
  return {
    ...{ z: zoom, x: Math.floor(((lon + 180) / 360) * 2 ** zoom) },
    ...{ y: Math.floor(((1 - mercator / Math.PI) / 2) * 2 ** zoom) },
    ...{ sizePx: 256, pixelRatio: 1, scheme: 'light', language: 'lv', part: 'whole' },
    ...options,
  };
}

async function listTexts(archive: TileArchive, tile: ArchiveTile): Promise<string[]> {
  const layout = new NameLayout(new ArchiveTiles(archive), createRuler());
  return (await layout.listLabels(toGroundView(tile), tile.language)).map(({ text }) => text);
}

describe('names of Monaco', () => {
  test.for([
    ['monaco_openmaptiles.mbtiles', 13, ['Monaco', 'Monte-Carlo', 'La Condamine']],
    ['monaco_shortbread.mbtiles', 13, ['Monaco', 'Monte-Carlo', 'La Condamine']],
    ['monaco_openmaptiles.mbtiles', 16, ["Avenue d'Ostende"]],
    ['monaco_shortbread.mbtiles', 16, ["Avenue d'Ostende"]],
  ] as const)('%s, zoom %i: %j', async ([file, zoom, expected]) => {
    const archive = await openArchive(archivePath(file));
    const tile = tileAt(monaco, zoom);
    const around = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].map((dy) => ({ ...tile, x: tile.x + dx, y: tile.y + dy })),
    );
    const texts = new Set<string>();
    for (const one of around) for (const text of await listTexts(archive, one)) texts.add(text);
    await archive.close();
    for (const name of expected) expect([...texts]).toContain(name);
    // House numbers begin at zoom 17.
    expect([...texts].filter((text) => /^\d+$/.test(text) && zoom < 16)).toEqual([]);
  });
});

/** Counts the pixels in which a square drawn as one tile of 512 px differs from the same drawn as four of 256 px. */
async function countSeams(archive: TileArchive, position: typeof monaco, zoom: number): Promise<number> {
  const draw = await createArchiveDrawer({ archive, embedded });
  const large = tileAt(position, zoom - 1, { sizePx: 512 });
  const whole = Buffer.from((await draw(large)).data());
  const stitched = createCanvas(512, 512);
  for (const dx of [0, 1])
    for (const dy of [0, 1]) {
      const { x, y } = large;
      const tile = tileAt(position, zoom, { x: 2 * x + dx, y: 2 * y + dy });
      stitched.getContext('2d').drawImage(await draw(tile), dx * 256, dy * 256);
    }
  return countDifferent(whole, stitched.data());
}

function countDifferent(a: Buffer, b: Buffer): number {
  let different = 0;
  for (let i = 0; i < a.length; i += 4)
    if ([0, 1, 2].some((c) => Math.abs((a[i + c] as number) - (b[i + c] as number)) > 40)) different++;
  return different;
}

describe('edges of tiles', () => {
  test.for([13, 14, 15, 16, 17])('Monaco, zoom %i: no name is cut between tiles', async (zoom) => {
    const archive = await openArchive(archivePath('monaco_openmaptiles.mbtiles'));
    expect(await countSeams(archive, monaco, zoom)).toBeLessThan(60);
    await archive.close();
  });

  test.for([13, 15, 17])('Liechtenstein, zoom %i: no name is cut between tiles', async (zoom, { skip }) => {
    const path = sharedArchivePath('liechtenstein_openmaptiles.pmtiles');
    if (!existsSync(path)) skip('no archives in ../shared/data/basemap');
    const archive = await openArchive(path);
    expect(await countSeams(archive, { lon: 9.5215, lat: 47.139 }, zoom)).toBeLessThan(60);
    await archive.close();
  });

  test.for([13, 15, 16, 17])(
    'Monaco, zoom %i: no name lies on another one, nor is near its like',
    async (zoom) => {
      const archive = await openArchive(archivePath('monaco_shortbread.mbtiles'));
      const layout = new NameLayout(new ArchiveTiles(archive), createRuler());
      const { left, top } = toGroundView(tileAt(monaco, zoom));
      // Four by four tiles, so that all labels of neighbouring cells meet.
      const labels = await layout.listLabels({ zoom, left: left - 512, top: top - 512, sizePx: 1024 }, 'lv');
      await archive.close();
      expect(labels.length).toBeGreaterThan(3);
      for (const [i, a] of labels.entries())
        for (const b of labels.slice(i + 1)) {
          const touch = a.boxes.some((box) => b.boxes.some((other) => overlap(box, other)));
          expect(touch, `${a.text} on ${b.text}`).toBe(false);
          const isRepeated = a.text === b.text && a.nameClass !== 'house';
          expect(isRepeated && Math.hypot(a.x - b.x, a.y - b.y) < 220, a.text).toBe(false);
        }
    },
  );

  test('labels are the same in whatever order tiles are drawn', async () => {
    const archive = await openArchive(archivePath('monaco_openmaptiles.mbtiles'));
    const tile = tileAt(monaco, 15);
    const tiles = [-2, -1, 0, 1, 2].map((dx) => ({ ...tile, x: tile.x + dx }));
    const read = async (order: readonly ArchiveTile[]) => {
      const layout = new NameLayout(new ArchiveTiles(archive), createRuler());
      const labels = new Map<number, unknown>();
      for (const one of order) labels.set(one.x, await layout.listLabels(toGroundView(one), one.language));
      return tiles.map(({ x }) => labels.get(x));
    };
    const forth = await read(tiles);
    expect(await read(tiles.toReversed())).toEqual(forth);
    expect(forth.flat().length).toBeGreaterThan(10);
    await archive.close();
  });
});

/** An archive of one tile, which lies in the middle of the Pacific. */
function makeArchive(layers: TestLayers, info: Partial<TileArchive['info']> = {}): TileArchive {
  return {
    info: {
      ...{ format: 'PMTiles', content: 'vector', name: '', attribution: '', bounds: [-180, -85, 180, 85] },
      ...{ minZoom: 10, maxZoom: 14, layerNames: ['transportation', 'place'] },
      ...info,
    },
    readTile: async ({ z, x, y }) =>
      z === 14 && x === 100 && y === 8192 ? makeVectorTile(layers) : undefined,
    close: async () => {},
  };
}

const point = (attributes: Record<string, string | number>, x: number, y: number) => ({
  ...{ type: 'point' as const, attributes },
  paths: [[[x, y] as const]],
});

describe('parts of a tile', () => {
  test('names laid on the ground are the whole tile, and the ground alone has none', async () => {
    const archive = await openArchive(archivePath('monaco_openmaptiles.mbtiles'));
    const draw = await createArchiveDrawer({ archive, embedded });
    const tile = tileAt(monaco, 14, { sizePx: 512 });
    const whole = Buffer.from((await draw(tile)).data());
    const context = createCanvas(512, 512).getContext('2d');
    context.drawImage(await draw({ ...tile, part: 'ground' }), 0, 0);
    expect(countDifferent(context.canvas.data(), whole)).toBeGreaterThan(1_000);
    const names = await draw({ ...tile, part: 'names' });
    expect(names.getContext('2d').getImageData(0, 0, 1, 1).data[3]).toBe(0);
    context.drawImage(names, 0, 0);
    expect(countDifferent(context.canvas.data(), whole)).toBe(0);
    await archive.close();
  });
});

describe('a made archive', () => {
  const tile: ArchiveTile = {
    ...{ z: 14, x: 100, y: 8192, sizePx: 256, pixelRatio: 1, scheme: 'light', language: 'lv', part: 'whole' },
  };
  const read = (layers: TestLayers, language: Language = 'lv', at: Partial<ArchiveTile> = {}) =>
    listTexts(makeArchive(layers), { ...tile, language, ...at });

  test('names are in the language of the reader', async () => {
    const place = [point({ class: 'town', name: 'Rēzekne', 'name:ru': 'Резекне' }, 2048, 2048)];
    expect(await read({ place }, 'lv')).toEqual(['Rēzekne']);
    expect(await read({ place }, 'ru')).toEqual(['Резекне']);
    expect(await read({ place }, 'en')).toEqual(['Rēzekne']);
  });

  test('a name at the edge is in both tiles, and one in the margin is left to the neighbour', async () => {
    const place = [
      point({ class: 'town', name: 'Edge' }, 4090, 2048),
      point({ class: 'town', name: 'Beyond' }, 4100, 500),
    ];
    expect(await read({ place })).toEqual(['Edge']);
    expect(await read({ place }, 'lv', { x: 101 })).toEqual(['Edge']);
    expect(await read({ place }, 'lv', { x: 102 })).toEqual([]);
  });

  test('a name outside the bounds of the archive is not shown', async () => {
    const place = [
      point({ class: 'town', name: 'West' }, 1000, 2048),
      point({ class: 'town', name: 'East' }, 3000, 2048),
    ];
    // The middle of the tile.
    const lon = (100.5 / 2 ** 14) * 360 - 180;
    const bounds = [lon, -85, 180, 85] as const;
    expect(await listTexts(makeArchive({ place }, { bounds }), tile)).toEqual(['East']);
    expect(await read({ place })).toHaveLength(2);
  });

  test('a hundred thousand names in one place take seconds at most', { timeout: 20_000 }, async () => {
    const paths = Array.from({ length: 90_000 }, (_, i) => [[2000 + (i % 90), 2000] as const]);
    const place = [{ type: 'point' as const, attributes: { class: 'town', name: 'Many' }, paths }];
    expect(await read({ place })).toEqual(['Many']);
  });

  test('a town displaces the road under it, a ranked place another one', async () => {
    const road = { type: 'line' as const, paths: [[[1000, 2048] as const, [3100, 2048] as const]] };
    const transportation_name = [{ ...road, attributes: { class: 'primary', name: 'Brīvības iela' } }];
    expect(await read({ transportation_name })).toEqual(['Brīvības iela']);
    const place = [point({ class: 'town', name: 'Cēsis' }, 2048, 2048)];
    expect(await read({ transportation_name, place })).toEqual(['Cēsis']);
    const places = [
      point({ class: 'town', name: 'Small', rank: 9 }, 2048, 2048),
      point({ class: 'town', name: 'Large', rank: 2 }, 2060, 2048),
    ];
    expect(await read({ place: places })).toEqual(['Large']);
  });

  test('the number of a road stands in a shield', async () => {
    const road = { type: 'line' as const, paths: [[[0, 2048] as const, [4096, 2048] as const]] };
    const transportation_name = [{ ...road, attributes: { class: 'motorway', ref: 'A2;E77' } }];
    const archive = makeArchive({ transportation_name });
    expect(await listTexts(archive, tile)).toEqual(['A2']);
    const draw = await createArchiveDrawer({ archive, embedded });
    const context = (await draw(tile)).getContext('2d');
    const colors = new Set<string>();
    for (let x = 100; x < 156; x++) {
      const [r = 0, g = 0, b = 0] = context.getImageData(x, 122, 1, 1).data;
      colors.add(`${r},${g},${b}`);
    }
    // The ground of a shield, `#fbe7bd`, and its border.
    expect([...colors]).toContain('251,231,189');
  });

  test('names of the embedded map stand outside the archive only', async () => {
    const latvia = makeArchive({}, { minZoom: 6, bounds: [20.5, 55.6, 28.5, 58.1] });
    const nothing = makeArchive({}, { minZoom: 6, bounds: [1, 1, 2, 2] });
    const riga = tileAt({ lon: 24.1, lat: 56.95 }, 9);
    const [within, without] = await Promise.all(
      [latvia, nothing].map(async (archive) => {
        const draw = await createArchiveDrawer({ archive, embedded });
        return Buffer.from((await draw(riga)).data());
      }),
    );
    // Letters are darker than anything else on the light map.
    const countDark = (image: Buffer | undefined): number => {
      let count = 0;
      for (let i = 0; i < (image?.length ?? 0); i += 4) if ((image?.[i] as number) < 90) count++;
      return count;
    };
    expect(countDark(within)).toBe(0);
    expect(countDark(without)).toBeGreaterThan(50);
  });
});
