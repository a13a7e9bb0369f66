import { existsSync, readFileSync } from 'node:fs';
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { HALF_WORLD_M, toMercator } from '@pgis/geo';
import { describe, expect, test } from 'vitest';
import { ArchiveTiles } from '../../src/features/base-map/archive/draw/ArchiveTiles.ts';
import { createGroundDrawer } from '../../src/features/base-map/archive/draw/createGroundDrawer.ts';
import { groundColors } from '../../src/features/base-map/archive/draw/groundColors.ts';
import { openArchive } from '../../src/features/base-map/archive/reader/openArchive.ts';
import type { ArchiveInfo, TileArchive } from '../../src/features/base-map/archive/reader/TileArchive.ts';
import { decodeMapAsset, MAP_ASSET_FILE } from '../../src/features/base-map/decodeMapAsset.ts';
import { baseMapColors } from '../../src/features/base-map/draw/baseMapColors.ts';
import type { GroundTile } from '../../src/features/base-map/draw/GroundTile.ts';
import { smoothMap } from '../../src/features/base-map/draw/smoothMap.ts';
import { archivePath, sharedArchivePath } from './archives.ts';
import { makeVectorTile, type TestFeature, type TestLayers } from './makeVectorTile.ts';

const map = smoothMap(decodeMapAsset(readFileSync(MAP_ASSET_FILE)));
const makeDrawer = (archive: TileArchive) => createGroundDrawer({ tiles: new ArchiveTiles(archive), map });
const { light, dark } = groundColors;

interface TestArchive {
  /** Layers by tile, as "z/x/y". */
  readonly tiles: Readonly<Record<string, TestLayers>>;
  readonly info?: Partial<ArchiveInfo>;
}

/** A little more than the square of the projection: the tests use tiles at its edge. */
const world = [-180, -85.06, 180, 85.06] as const;

function makeArchive({ tiles, info = {} }: TestArchive): TileArchive {
  const zooms = Object.keys(tiles).map((key) => Number.parseInt(key, 10));
  return {
    info: {
      format: 'PMTiles',
      content: 'vector',
      name: '',
      attribution: '',
      bounds: world,
      minZoom: Math.min(...zooms),
      maxZoom: Math.max(...zooms),
      layerNames: ['transportation', 'water', 'landcover', 'landuse', 'building', 'boundary'],
      ...info,
    },
    readTile: async ({ z, x, y }) => {
      const layers = tiles[`${z}/${x}/${y}`];
      return layers && makeVectorTile(layers);
    },
    close: async () => {},
  };
}

/** The sea in a corner, so that the archive counts as one that knows the sea and all else is land. */
const sea: TestFeature = {
  type: 'polygon',
  attributes: { class: 'ocean' },
  paths: [
    [
      [4000, 4000],
      [4096, 4000],
      [4096, 4096],
    ],
  ],
};

const line = (
  attributes: TestFeature['attributes'],
  ...path: (readonly [number, number])[]
): TestFeature => ({
  type: 'line',
  attributes: attributes ?? {},
  paths: [path],
});

const tileAt = (z: number, x: number, y: number, options: Partial<GroundTile> = {}): GroundTile => ({
  z,
  x,
  y,
  sizePx: 256,
  pixelRatio: 1,
  scheme: 'light',
  ...options,
});

function hexAt(context: SKRSContext2D, x: number, y: number): string {
  const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
}

/** Draws one tile of a made archive. */
async function drawTile(archive: TestArchive, tile: GroundTile): Promise<SKRSContext2D> {
  const draw = await makeDrawer(makeArchive(archive));
  return (await draw(tile)).getContext('2d');
}

const MIDDLE = 2048;
const road = (attributes: TestFeature['attributes']): TestLayers => ({
  water: [sea],
  transportation: [line(attributes, [0, MIDDLE], [4096, MIDDLE])],
});

/** A rectangle in the middle rows of a tile, in its units. */
const block = (x: number, width: number): TestFeature => ({
  type: 'polygon',
  paths: [
    [
      [x, 1000],
      [x + width, 1000],
      [x + width, 3000],
      [x, 3000],
    ],
  ],
});

describe('what is drawn', () => {
  test.for([
    ['light', light],
    ['dark', dark],
  ] as const)('%s: land, road and its casing', async ([scheme, colors]) => {
    const context = await drawTile(
      { tiles: { '16/1/1': road({ class: 'primary' }) } },
      tileAt(16, 1, 1, { scheme }),
    );
    expect(hexAt(context, 20, 20)).toBe(colors.land);
    expect(hexAt(context, 20, 128)).toBe(colors.mainRoad);
    // 11 px of fill lie from 122.5 to 133.5, then 0.95 px of casing.
    expect(hexAt(context, 20, 124)).toBe(colors.mainRoad);
    expect(hexAt(context, 20, 119)).toBe(colors.land);
  });

  test.for([
    [1, 256],
    [2, 256],
    [1, 512],
    [2, 512],
  ] as const)('ratio %i, %i px: the same map', async ([pixelRatio, sizePx]) => {
    const draw = await makeDrawer(
      makeArchive({ tiles: { '15/0/0': road({ class: 'minor' }), '16/0/0': road({ class: 'minor' }) } }),
    );
    const canvas = await draw(tileAt(15, 0, 0, { pixelRatio, sizePx }));
    expect(canvas.width).toBe(sizePx * pixelRatio);
    const context = canvas.getContext('2d');
    // A tile of 512 px shows four tiles of the next zoom, of which the archive has the first.
    const middle = 128 * pixelRatio;
    expect(hexAt(context, 20 * pixelRatio, middle)).toBe(light.road);
    expect(hexAt(context, 20 * pixelRatio, middle - 8 * pixelRatio)).toBe(light.land);
  });

  test('a road below the zoom of its casing is one line in the colour of the casing', async () => {
    const context = await drawTile(
      { tiles: { '10/0/0': road({ class: 'secondary' }) } },
      tileAt(10, 0, 0, { pixelRatio: 2 }),
    );
    // The line is 1.05 px wide, 2.1 px at this ratio.
    expect(hexAt(context, 40, 256)).toBe(light.roadCasing);
  });

  test('a class is missing below its first zoom', async () => {
    const tiles = { '11/0/0': road({ class: 'minor' }), '13/0/0': road({ class: 'minor' }) };
    const far = await drawTile({ tiles }, tileAt(11, 0, 0));
    expect(hexAt(far, 20, 128)).toBe(light.land);
    const near = await drawTile({ tiles }, tileAt(13, 0, 0));
    expect(hexAt(near, 20, 128)).not.toBe(light.land);
  });

  test('a street crosses a larger road without a casing between them', async () => {
    const transportation = [
      line({ class: 'primary' }, [0, MIDDLE], [4096, MIDDLE]),
      line({ class: 'minor' }, [MIDDLE, 0], [MIDDLE, MIDDLE]),
    ];
    const context = await drawTile(
      { tiles: { '16/0/0': { water: [sea], transportation } } },
      tileAt(16, 0, 0),
    );
    const column = Array.from({ length: 60 }, (_, i) => hexAt(context, 128, 70 + i));
    expect(column).not.toContain(light.mainRoadCasing);
    expect(new Set(column.filter((color) => color === light.road || color === light.mainRoad)).size).toBe(2);
  });

  test('a bridge has its casing above the road it crosses', async () => {
    const transportation = [
      line({ class: 'minor', brunnel: 'bridge' }, [MIDDLE, 0], [MIDDLE, 4096]),
      line({ class: 'motorway' }, [0, MIDDLE], [4096, MIDDLE]),
    ];
    const context = await drawTile(
      { tiles: { '17/0/0': { water: [sea], transportation } } },
      tileAt(17, 0, 0),
    );
    expect(hexAt(context, 128, 128)).toBe(light.road);
    // The fill reaches to 133.75, the casing to 135.35.
    expect(hexAt(context, 134, 128)).toBe(light.roadCasing);
  });

  test('a hole in a forest shows the land', async () => {
    const landcover: TestFeature[] = [
      {
        type: 'polygon',
        attributes: { class: 'wood' },
        paths: [
          [
            [0, 0],
            [4096, 0],
            [4096, 4096],
            [0, 4096],
          ],
          [
            [1024, 1024],
            [1024, 3072],
            [3072, 3072],
            [3072, 1024],
          ],
        ],
      },
    ];
    const context = await drawTile({ tiles: { '12/0/0': { water: [sea], landcover } } }, tileAt(12, 0, 0));
    expect(hexAt(context, 10, 10)).toBe(light.wood);
    expect(hexAt(context, 128, 128)).toBe(light.land);
  });

  test('a border that an archive repeats for each level is drawn once, as that of the country', async () => {
    const path = [
      [0, MIDDLE],
      [4096, MIDDLE],
    ] as const;
    const border = (admin_level: number): TestFeature => line({ admin_level }, ...path);
    const one = await drawTile(
      { tiles: { '12/0/0': { water: [sea], boundary: [border(2)] } } },
      tileAt(12, 0, 0),
    );
    const all = { water: [sea], boundary: [border(8), border(6), border(2), border(2)] };
    const repeated = await drawTile({ tiles: { '12/0/0': all } }, tileAt(12, 0, 0));
    expect(readPixels(repeated.canvas)).toEqual(readPixels(one.canvas));
    expect(hexAt(one, 20, 128)).not.toBe(light.land);
  });
});

const readPixels = (canvas: Canvas): Buffer => canvas.data();

describe('edges of tiles', () => {
  test('a road beside a tile reaches into it', async () => {
    // The middle of the road lies 3 px above the lower tile; its fill is 5.5 px wide on each side.
    const tiles = {
      '16/4/4': { water: [sea], transportation: [line({ class: 'primary' }, [0, 4048], [4096, 4048])] },
      '16/4/5': { water: [sea] },
    };
    const context = await drawTile({ tiles }, tileAt(16, 4, 5));
    expect(hexAt(context, 128, 0)).toBe(light.mainRoad);
    expect(hexAt(context, 128, 6)).toBe(light.land);
  });

  test('a lake in two tiles has no shore at their edge', async () => {
    const lake = (x: number, width: number): TestFeature => ({
      ...block(x, width),
      attributes: { class: 'lake' },
    });
    // Both tiles hold the lake with a buffer of 64 units over the edge.
    const tiles = {
      '14/4/4': { water: [sea, lake(2000, 2160)] },
      '14/5/4': { water: [sea, lake(-64, 2064)] },
    };
    const draw = await makeDrawer(makeArchive({ tiles }));
    const west = (await draw(tileAt(14, 4, 4))).getContext('2d');
    expect(Array.from({ length: 40 }, (_, i) => hexAt(west, 216 + i, 128))).toEqual(
      Array(40).fill(light.water),
    );
    expect(hexAt(west, 128, 128)).toBe(light.water);
    expect(hexAt(west, 124, 128)).not.toBe(light.water);
    const east = (await draw(tileAt(14, 5, 4))).getContext('2d');
    expect(Array.from({ length: 40 }, (_, i) => hexAt(east, i, 128))).toEqual(Array(40).fill(light.water));
  });

  test('half-transparent buildings of two tiles are no darker where the tiles overlap', async () => {
    const tiles = {
      '14/4/4': { water: [sea], building: [block(3000, 1160)] },
      '14/5/4': { water: [sea], building: [block(-64, 1064)] },
    };
    const draw = await makeDrawer(makeArchive({ tiles }));
    const context = (await draw(tileAt(14, 4, 4))).getContext('2d');
    expect(new Set(Array.from({ length: 50 }, (_, i) => hexAt(context, 206 + i, 128))).size).toBe(1);
  });

  test('the archive ends at its bounds, also within a tile', async () => {
    const transportation = [line({ class: 'primary' }, [2048, 0], [2048, 4096])];
    const tiles = { '12/0/0': { water: [sea] }, '12/4/4': { transportation } };
    // The bounds end in the middle of the tile.
    const north = [-180, 85.0166, 180, 85.06] as const;
    const context = await drawTile({ tiles, info: { bounds: north } }, tileAt(12, 4, 4));
    expect([60, 200].map((y) => hexAt(context, 128, y))).toEqual([light.mainRoad, light.water]);
    expect([60, 200].map((y) => hexAt(context, 20, y))).toEqual([light.land, light.water]);
  });

  test('beyond its last zoom the archive is enlarged', async () => {
    const tiles = { '14/4/4': road({ class: 'minor' }) };
    // The road lies on the edge between the upper and the lower tiles.
    const draw = await makeDrawer(makeArchive({ tiles }));
    const above = (await draw(tileAt(16, 17, 17))).getContext('2d');
    expect(hexAt(above, 128, 254)).toBe(light.road);
    const below = (await draw(tileAt(16, 17, 18))).getContext('2d');
    expect(hexAt(below, 128, 1)).toBe(light.road);
    expect(hexAt(below, 128, 20)).toBe(light.land);
  });
});

/** Converts longitude and latitude to a pixel of the world. */
function toWorldPixel([lon, lat]: readonly [number, number], zoom: number): [number, number] {
  const [x, y] = toMercator([lon, lat]);
  const pixelsPerMetre = (256 * 2 ** zoom) / (2 * HALF_WORLD_M);
  return [Math.floor((x + HALF_WORLD_M) * pixelsPerMetre), Math.floor((HALF_WORLD_M - y) * pixelsPerMetre)];
}

async function colorAt(
  draw: (tile: GroundTile) => Promise<Canvas>,
  position: readonly [number, number],
  zoom: number,
): Promise<string> {
  const [x, y] = toWorldPixel(position, zoom);
  const tile = tileAt(zoom, Math.floor(x / 256), Math.floor(y / 256));
  return hexAt((await draw(tile)).getContext('2d'), x % 256, y % 256);
}

describe('the embedded map under the archive', () => {
  const gulf = [23.6, 57.3] as const;
  const rigaLand = [24.3, 57.05] as const;
  const estonia = [25.5, 58.8] as const;
  const latvia = [20.5, 55.6, 28.5, 58.1] as const;

  test('the sea of an archive without one, and what lies outside its bounds and zooms', async () => {
    const archive = makeArchive({
      tiles: { '0/0/0': {}, '14/0/0': {} },
      info: { minZoom: 6, maxZoom: 14, bounds: latvia },
    });
    const draw = await makeDrawer(archive);
    expect(await colorAt(draw, gulf, 9)).toBe(baseMapColors.light.water);
    expect(await colorAt(draw, rigaLand, 9)).toBe(light.land);
    expect(await colorAt(draw, estonia, 9)).toBe(light.land);
    // Below the archive's first zoom the embedded map is drawn alone.
    expect(await colorAt(draw, gulf, 5)).toBe(baseMapColors.light.water);
  });

  test('an archive without a sea has land around its streets, with a shore, and the embedded sea beyond', async () => {
    const zoom = 13;
    const [x, y] = toWorldPixel(gulf, zoom);
    const street = line({ class: 'minor' }, [MIDDLE, MIDDLE], [MIDDLE + 1, MIDDLE]);
    const bridge = line({ class: 'minor', brunnel: 'bridge' }, [0, 0], [4096, 0]);
    const key = `${zoom}/${Math.floor(x / 256)}/${Math.floor(y / 256)}`;
    const archive = makeArchive({
      tiles: { '0/0/0': {}, [key]: { transportation: [street, bridge] } },
      info: { minZoom: 0, maxZoom: zoom, bounds: latvia },
    });
    const draw = await makeDrawer(archive);
    const context = (await draw(tileAt(zoom, Math.floor(x / 256), Math.floor(y / 256)))).getContext('2d');
    const beside = (px: number) => hexAt(context, 128 - px, 128);
    expect([6, 10, 16].map(beside)).toEqual([light.land, light.land, light.water]);
    expect([light.land, light.water]).not.toContain(beside(13));
    // A bridge crosses the water.
    expect(hexAt(context, 4, 6)).toBe(light.water);
  });

  test('an archive that knows the sea has land where it has nothing', async () => {
    const archive = makeArchive({
      tiles: { '6/0/0': {}, '0/0/0': { water: [sea] } },
      info: { minZoom: 0, maxZoom: 6, bounds: latvia },
    });
    const draw = await makeDrawer(archive);
    expect(await colorAt(draw, gulf, 9)).toBe(light.land);
    // Outside its bounds the embedded map knows the sea.
    expect(await colorAt(draw, [22, 59.2], 9)).toBe(baseMapColors.light.water);
  });
});

/** Draws a square of tiles around a position as one image. */
async function stitch(
  draw: (tile: GroundTile) => Promise<Canvas>,
  {
    lonLat,
    zoom,
    sizePx,
    count,
  }: { lonLat: readonly [number, number]; zoom: number; sizePx: 256 | 512; count: number },
): Promise<Canvas> {
  const [x, y] = toWorldPixel(lonLat, zoom);
  // The square begins at a tile of 512 px.
  const [column, row] = [Math.floor(x / 512), Math.floor(y / 512)];
  const canvas = createCanvas(count * 512, count * 512);
  const context = canvas.getContext('2d');
  const perSide = 512 / sizePx;
  for (let i = 0; i < count * perSide; i++) {
    for (let j = 0; j < count * perSide; j++) {
      const z = zoom - Math.log2(sizePx / 256);
      const tile = tileAt(z, column * perSide + i, row * perSide + j, { sizePx });
      context.drawImage(await draw(tile), i * sizePx, j * sizePx);
    }
  }
  return canvas;
}

/** Share of the pixels in which two images differ visibly. */
function compare(a: Canvas, b: Canvas, tolerance: number): number {
  const [one, other] = [a.data(), b.data()];
  let different = 0;
  for (let i = 0; i < one.length; i += 4) {
    const distance = Math.max(
      ...[0, 1, 2].map((channel) => Math.abs((one[i + channel] as number) - (other[i + channel] as number))),
    );
    if (distance > tolerance) different++;
  }
  return different / (one.length / 4);
}

describe('Monaco', () => {
  const centre = [7.4246, 43.7384] as const;

  test.for([13, 14, 15, 16])('zoom %i: no seam between tiles of 256 px and of 512 px', async (zoom) => {
    const archive = await openArchive(archivePath('monaco_openmaptiles.mbtiles'));
    const draw = await makeDrawer(archive);
    const small = await stitch(draw, { lonLat: centre, zoom, sizePx: 256, count: 2 });
    const large = await stitch(draw, { lonLat: centre, zoom, sizePx: 512, count: 2 });
    await archive.close();
    expect(compare(small, large, 16)).toBeLessThan(0.0005);
  });

  test.for([11, 13, 15])('zoom %i: the sea does not end at the bounds of the archive', async (zoom) => {
    const archive = await openArchive(archivePath('monaco_openmaptiles.mbtiles'));
    const draw = await makeDrawer(archive);
    const east = archive.info.bounds[2];
    const colors = [
      await colorAt(draw, [east - 0.001, 43.7245], zoom),
      await colorAt(draw, [east + 0.001, 43.7245], zoom),
    ];
    const town = await colorAt(draw, [7.4246, 43.7365], zoom);
    await archive.close();
    expect(colors).toEqual([light.water, light.water]);
    expect(town).not.toBe(light.water);
  });

  test('both schemas look alike', async () => {
    const images: Canvas[] = [];
    for (const name of ['monaco_openmaptiles.mbtiles', 'monaco_shortbread.mbtiles']) {
      const archive = await openArchive(archivePath(name));
      const draw = await makeDrawer(archive);
      images.push(await stitch(draw, { lonLat: centre, zoom: 15, sizePx: 512, count: 1 }));
      await archive.close();
    }
    const [first, second] = images as [Canvas, Canvas];
    expect(compare(first, second, 24)).toBeLessThan(0.12);
    const context = first.getContext('2d');
    const colors = new Set<string>();
    for (let i = 0; i < 512; i += 2) for (let j = 0; j < 512; j += 2) colors.add(hexAt(context, i, j));
    for (const color of [light.road, light.mainRoad, light.building, light.urban])
      expect(colors).toContain(color);
  });
});

describe('Liechtenstein', () => {
  const names = [
    'liechtenstein_openmaptiles.pmtiles',
    'liechtenstein_shortbread.mbtiles',
    'liechtenstein_protomaps.pmtiles',
  ];

  test('the three schemas look alike', async ({ skip }) => {
    if (!names.every((name) => existsSync(sharedArchivePath(name))))
      skip('no archives in ../shared/data/basemap');
    const images: Canvas[] = [];
    for (const name of names) {
      const archive = await openArchive(sharedArchivePath(name));
      const draw = await makeDrawer(archive);
      images.push(await stitch(draw, { lonLat: [9.5215, 47.139], zoom: 15, sizePx: 512, count: 2 }));
      await archive.close();
    }
    const [first, ...others] = images as [Canvas, ...Canvas[]];
    for (const other of others) expect(compare(first, other, 24)).toBeLessThan(0.12);
  });
});
