import { readFileSync } from 'node:fs';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { HALF_WORLD_M, toMercator } from '@pgis/geo';
import { describe, expect, it } from 'vitest';
import { decodeMapAsset, MAP_ASSET_FILE } from '../decodeMapAsset.ts';
import { FINEST_GRID_BITS, type MapAsset, type MapLayerName, type MapPart, mapLayers } from '../MapAsset.ts';
import { type BaseMapScheme, baseMapColors } from './baseMapColors.ts';
import { type BaseMapTile, createTileDrawer } from './createTileDrawer.ts';
import { openEmbeddedMap } from './EmbeddedMap.ts';
import { type Label, layOutLabels } from './labels/layOutLabels.ts';
import { type MeasureText, setFont } from './labels/textRuler.ts';

const map = decodeMapAsset(readFileSync(MAP_ASSET_FILE));
/** Draws whole tiles of 256 px when a test says nothing else. */
function makeDrawer(asset: MapAsset) {
  const drawAny = createTileDrawer(openEmbeddedMap(asset));
  return (tile: Partial<BaseMapTile> & Pick<BaseMapTile, 'z' | 'x' | 'y'>) =>
    drawAny({ sizePx: 256, part: 'whole', scheme: 'light', pixelRatio: 1, ...tile });
}
const draw = makeDrawer(map);

interface DrawOptions {
  readonly zoom: number;
  readonly scheme?: BaseMapScheme;
  readonly pixelRatio?: 1 | 2;
}

/** Converts longitude and latitude to pixels of the world. */
function toWorldPixel([lon, lat]: readonly [number, number], zoom: number): [number, number] {
  const [x, y] = toMercator([lon, lat]);
  const pixelsPerMetre = (256 * 2 ** zoom) / (2 * HALF_WORLD_M);
  return [Math.floor((x + HALF_WORLD_M) * pixelsPerMetre), Math.floor((HALF_WORLD_M - y) * pixelsPerMetre)];
}

/** The colour that a tile shows at a position, as `#rrggbb`. */
function colorAt(position: readonly [number, number], options: DrawOptions): string {
  const { zoom, scheme = 'light', pixelRatio = 1 } = options;
  const [x, y] = toWorldPixel(position, zoom);
  const tile = { z: zoom, x: Math.floor(x / 256), y: Math.floor(y / 256) };
  const context = draw({ ...tile, scheme, pixelRatio }).getContext('2d');
  return hexAt(context, (x - tile.x * 256) * pixelRatio, (y - tile.y * 256) * pixelRatio);
}

function hexAt(context: SKRSContext2D, x: number, y: number): string {
  const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
}

/** A rectangle of tiles as one image. */
function stitch(
  { minX, minY, columns, rows }: { minX: number; minY: number; columns: number; rows: number },
  { zoom, scheme = 'light', pixelRatio = 1 }: DrawOptions,
): SKRSContext2D {
  const size = 256 * pixelRatio;
  const context = createCanvas(columns * size, rows * size).getContext('2d');
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      const tile = draw({ z: zoom, x: minX + column, y: minY + row, scheme, pixelRatio });
      context.drawImage(tile, column * size, row * size);
    }
  }
  return context;
}

const { light, dark } = baseMapColors;

describe('what is where', () => {
  it.each([
    ['the middle of the Gulf of Riga', [23.4, 57.6], 'water'],
    ['the fields north of Dobele', [23.2, 56.7], 'land'],
    ['Lake Rāzna', [27.5, 56.33], 'water'],
    ['Lake Peipus, of which the data have only the shores', [27.4, 58.85], 'water'],
    ['the Daugava above Aizkraukle', [25, 56.6104], 'water'],
    ['the built-up area of Rīga', [24.128, 56.9813], 'builtUp'],
    ['the municipality of Jelgava, a city', [23.7, 56.66], 'builtUp'],
    ['the Kattegat, outside of the data', [11.5, 56.8], 'water'],
    ['Jutland, outside of the data', [9.4, 56.6], 'land'],
  ] as const)('%s in both schemes and resolutions', (_, position, part) => {
    for (const pixelRatio of [1, 2] as const) {
      expect(colorAt(position, { zoom: 10, pixelRatio })).toBe(light[part]);
      expect(colorAt(position, { zoom: 10, pixelRatio, scheme: 'dark' })).toBe(dark[part]);
    }
  });

  it.each([
    ['Siberia', [100, 65], 'land'],
    ['the east end of Russia, beyond 180 degrees', [-175, 66.5], 'land'],
    ['the South Pole, as far as it is in the world', [40, -84], 'land'],
    ['the Pacific', [-150, 30], 'water'],
    ['the Barents Sea', [40, 73.5], 'water'],
    ['the Caspian Sea, a hole in the land', [50.5, 41], 'water'],
    ['Australia', [134, -25], 'land'],
  ] as const)('%s at zoom 2', (_, position, part) => {
    expect(colorAt(position, { zoom: 2 })).toBe(light[part]);
  });

  it('keeps a city on its land: its coarse outline does not colour the sea', () => {
    // The coast of Jūrmala in Natural Earth lies up to a kilometre off GSHHG's.
    const offJurmala = [23.75, 56.995] as const;
    for (const zoom of [9, 10, 11, 12, 13]) expect(colorAt(offJurmala, { zoom })).toBe(light.water);
  });

  // These lie beside the lines of the grid.
  it('goes on to zoom 19', () => {
    expect(colorAt([23.40003, 57.60003], { zoom: 19 })).toBe(light.water);
    expect(colorAt([23.20003, 56.70003], { zoom: 19 })).toBe(light.land);
  });
});

/** The colour of the ground alone, at pixel ratio 2. */
function groundAt(
  position: readonly [number, number],
  zoom: number,
  scheme: BaseMapScheme = 'light',
): string {
  const [x, y] = toWorldPixel(position, zoom + 1);
  const tile = { z: zoom, x: Math.floor(x / 512), y: Math.floor(y / 512) };
  const canvas = draw({ ...tile, scheme, part: 'ground', pixelRatio: 2 });
  return hexAt(canvas.getContext('2d'), x - tile.x * 512, y - tile.y * 512);
}

describe('Rīga', () => {
  // Vertices of streets with many lines of public transport and with one.
  const main = [24.10656, 56.94511] as const;
  const quiet = [23.97481, 56.95017] as const;

  it.each(['light', 'dark'] as const)(
    'has streets, %s, first as lines in the colour of their casing',
    (scheme) => {
      const colors = baseMapColors[scheme];
      for (const zoom of [13, 15, 17])
        for (const street of [main, quiet]) expect(groundAt(street, zoom, scheme)).toBe(colors.road);
      expect(groundAt(main, 10, scheme)).toBe(colors.roadCasing);
      for (const zoom of [8, 9]) expect(groundAt(quiet, zoom, scheme)).not.toBe(colors.roadCasing);
    },
  );

  it('has the Daugava beside the old town, not on it', () => {
    for (const zoom of [11, 13, 15, 17]) {
      expect(groundAt([24.08853, 56.97817], zoom)).toBe(light.water);
      expect(groundAt([24.10753, 56.95037], zoom)).toBe(light.builtUp);
    }
  });

  it('has no built-up area in its forests', () => {
    expect(groundAt([24.2, 57.03], 13)).toBe(light.land);
  });
});

describe('rivers of far zooms', () => {
  it('the Gauja is drawn at zooms 7 to 9', () => {
    const isDrawn = (zoom: number): boolean => {
      const [x, y] = toWorldPixel([25.67172, 57.07681], zoom);
      const tile = { z: zoom, x: Math.floor(x / 256), y: Math.floor(y / 256) };
      const context = draw({ ...tile, part: 'ground' }).getContext('2d');
      const [left, top] = [x - tile.x * 256 - 3, y - tile.y * 256 - 3];
      const { data } = context.getImageData(Math.max(left, 0), Math.max(top, 0), 6, 6);
      // Water has more blue than red, land has less.
      return data.some((red, i) => i % 4 === 0 && (data[i + 2] as number) > red + 4);
    };
    expect([6, 7, 8, 9, 10].map(isDrawn)).toEqual([false, true, true, true, false]);
  });
});

describe('beyond the last zoom with detail', () => {
  const countGridPixels = (position: readonly [number, number], zoom: number): number => {
    const [x, y] = toWorldPixel(position, zoom);
    const canvas = draw({ z: zoom, x: Math.floor(x / 256), y: Math.floor(y / 256), part: 'ground' });
    const { data } = canvas.getContext('2d').getImageData(0, 0, 256, 256);
    const count = new Map<number, number>();
    for (let i = 0; i < data.length; i += 4)
      count.set(data[i] as number, (count.get(data[i] as number) ?? 0) + 1);
    // The grid is a shade on land.
    return count.get(229) ?? 0;
  };

  it('a grid is drawn from zoom 13 on, in Rīga from 16', () => {
    const fields = [25.6, 57.2] as const;
    expect(countGridPixels(fields, 12)).toBe(0);
    for (const zoom of [13, 16, 19]) expect(countGridPixels(fields, zoom)).toBeGreaterThan(400);
  });

  it('the grid goes on across tile edges', () => {
    const four = stitch({ minX: 9356, minY: 4966, columns: 2, rows: 2 }, { zoom: 14 });
    const large = draw({ z: 13, x: 4678, y: 2483, sizePx: 512 });
    expect(countDifferent(readPixels(four), readPixels(large.getContext('2d')))).toBe(0);
  });
});

describe('sizes and parts', () => {
  it.each([1, 2] as const)(
    'a tile of 512 px shows what four of 256 px show, pixel ratio %i',
    (pixelRatio) => {
      const four = stitch({ minX: 580, minY: 312, columns: 2, rows: 2 }, { zoom: 10, pixelRatio });
      const one = draw({ z: 9, x: 290, y: 156, sizePx: 512, pixelRatio });
      expect(countDifferent(readPixels(one.getContext('2d')), readPixels(four))).toBeLessThan(20);
    },
  );

  it('names on the ground are the whole tile, and the ground has none', () => {
    const at = { z: 9, x: 290, y: 156, sizePx: 512 } as const;
    const whole = readPixels(draw(at).getContext('2d'));
    const context = createCanvas(512, 512).getContext('2d');
    context.drawImage(draw({ ...at, part: 'ground' }), 0, 0);
    const ground = readPixels(context);
    context.drawImage(draw({ ...at, part: 'names' }), 0, 0);
    expect(countDifferent(readPixels(context), whole)).toBe(0);
    expect(countDifferent(ground, whole)).toBeGreaterThan(2_000);
  });

  it('leaves the canvas of names transparent between two tiles', () => {
    const sea = { z: 10, x: 579, y: 309, part: 'names' } as const;
    const before = Buffer.from(draw(sea).data());
    draw({ z: 10, x: 580, y: 312, part: 'names' });
    expect(Buffer.from(draw(sea).data()).equals(before)).toBe(true);
  });
});

const readPixels = (context: SKRSContext2D): Uint8ClampedArray =>
  context.getImageData(0, 0, context.canvas.width, context.canvas.height).data;

/** Pixels whose colours differ visibly. */
function countDifferent(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let count = Math.abs(a.length - b.length);
  for (let i = 0; i < a.length; i += 4)
    if ([0, 1, 2].some((c) => Math.abs((a[i + c] as number) - (b[i + c] as number)) > 8)) count++;
  return count;
}

describe('edges', () => {
  it('shows no seam where two sources of land meet', () => {
    // 31 E inside Russia, 54 N inside Belarus: the ends of the data in full detail.
    for (const zoom of [6, 8, 11]) {
      const [x, y] = toWorldPixel([31, 57.3], zoom);
      const tile = { z: zoom, x: Math.floor(x / 256), y: Math.floor(y / 256) };
      const context = draw({ ...tile, scheme: 'light', pixelRatio: 1 }).getContext('2d');
      for (let dx = -3; dx <= 3; dx++) {
        const column = x - tile.x * 256 + dx;
        if (column >= 0 && column < 256) expect(hexAt(context, column, y - tile.y * 256)).toBe(light.land);
      }
    }
  });

  it.each([
    [8, 1],
    [9, 1],
    [10, 1],
    [10, 2],
    [11, 1],
  ] as const)(
    'draws labels around Rīga in full across tile edges, zoom %i, pixel ratio %i',
    (zoom, pixelRatio) => {
      const [rigaX, rigaY] = toWorldPixel([24.1, 56.95], zoom);
      const area = {
        minX: Math.floor(rigaX / 256) - 3,
        minY: Math.floor(rigaY / 256) - 3,
        columns: 6,
        rows: 6,
      };
      const image = stitch(area, { zoom, pixelRatio });
      const crossing = listLabels(zoom).filter((label) => crossesEdgeInside(label, area));
      expect(crossing.length).toBeGreaterThan(3);
      for (const label of crossing) expectInFull(image, label, { area, pixelRatio });
    },
  );

  it('draws dashes that go on across tile edges', () => {
    // The line runs through the middle of the third row of tiles, in many segments.
    const border = part(Array.from({ length: 60 }, (_, i) => [(i * 28 * TILE) / 256, 2.5 * TILE]).flat());
    const drawInvented = makeDrawer(inventMap({ land: [WHOLE_EXTENT], municipalBorders: [border] }));
    const isInk: boolean[] = [];
    for (let x = 0; x < 6; x++) {
      const context = drawInvented({ z: ZOOM, x, y: 2, scheme: 'light', pixelRatio: 1 }).getContext('2d');
      for (let column = 0; column < 256; column++) isInk.push(hexAt(context, column, 128) !== light.land);
    }
    // Five pixels of line and three of gap.
    const period = isInk.slice(0, 8);
    expect(period.filter(Boolean).length).toBeGreaterThanOrEqual(5);
    expect(period).toContain(false);
    expect(isInk).toEqual(isInk.map((_, column) => period[column % 8]));
  });

  it('draws no city in a tile of sea that land only passes around', () => {
    // A C that is open to the west, with the tile 1/1 in its mouth.
    const tiles = [0, 0, 3, 0, 3, 3, 0, 3, 0, 2.2, 2.2, 2.2, 2.2, 0.8, 0, 0.8];
    const around = part(tiles.map((value) => value * TILE));
    const drawInvented = makeDrawer(inventMap({ land: [around], cityAreas: [WHOLE_EXTENT] }));
    const sea = drawInvented({ z: ZOOM, x: 1, y: 1, scheme: 'light', pixelRatio: 1 }).getContext('2d');
    expect(hexAt(sea, 250, 250)).toBe(light.water);
    const corner = drawInvented({ z: ZOOM, x: 2, y: 2, scheme: 'light', pixelRatio: 1 }).getContext('2d');
    expect([hexAt(corner, 30, 30), hexAt(corner, 200, 200)]).toEqual([light.water, light.builtUp]);
  });
});

const ZOOM = 10;
/** A tile of that zoom in the cells of `inventMap`. */
const TILE = 2 ** (FINEST_GRID_BITS - ZOOM);

function part(points: readonly number[]): MapPart {
  const xs = points.filter((_, i) => i % 2 === 0);
  const ys = points.filter((_, i) => i % 2 === 1);
  return {
    widthClass: 0,
    points: Float64Array.from(points),
    bounds: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
  };
}

const WHOLE_EXTENT = part([-TILE, -TILE, 9 * TILE, -TILE, 9 * TILE, 9 * TILE, -TILE, 9 * TILE]);

function inventMap(layers: Partial<Record<MapLayerName, MapPart[]>>): MapAsset {
  const none = Object.fromEntries(mapLayers.map((name) => [name, []])) as unknown as Record<
    MapLayerName,
    MapPart[]
  >;
  const level = { maxZoom: ZOOM, gridBits: FINEST_GRID_BITS, layers: { ...none, ...layers } };
  const city = { gridBits: 26, layers: { builtUp: [], riverAreas: [], streets: [], tramLines: [] } };
  // The last level would be smoothed.
  return { city, attribution: [], cuts: { x: [], y: [] }, places: [], names: [], levels: [level, level] };
}

function listLabels(zoom: number): (Label & { widthPx: number })[] {
  const ruler = createCanvas(1, 1).getContext('2d');
  const measure: MeasureText = (text, style) => {
    setFont(ruler, style);
    return ruler.measureText(text).width;
  };
  const labels = new Set([...layOutLabels(map, zoom, measure).values()].flat());
  return [...labels].map((label) => ({ ...label, widthPx: Math.ceil(measure(label.text, label.style)) }));
}

/** Compares with the label drawn alone on a canvas that has no edges. */
function expectInFull(
  image: SKRSContext2D,
  label: Label & { widthPx: number },
  { area, pixelRatio }: { area: { minX: number; minY: number }; pixelRatio: number },
): void {
  const left = label.x - area.minX * 256;
  const baseline = label.baseline - area.minY * 256;
  const context = createCanvas(image.canvas.width, image.canvas.height).getContext('2d');
  context.scale(pixelRatio, pixelRatio);
  setFont(context, label.style);
  context.fillText(label.text, left, baseline);
  const box = [left - 2, baseline - 22, label.widthPx + 4, 30].map((value) => value * pixelRatio) as [
    number,
    number,
    number,
    number,
  ];
  const expected = context.getImageData(...box).data;
  const actual = image.getImageData(...box).data;
  const ink = hexToRgb(light[label.style.color]);
  let inkPixels = 0;
  for (let i = 0; i < expected.length; i += 4) {
    // Small text hardly has a fully covered pixel; the background shows through.
    const opacity = expected[i + 3] ?? 0;
    if (opacity < 130) continue;
    inkPixels++;
    const distance = Math.max(...ink.map((value, channel) => Math.abs((actual[i + channel] ?? 0) - value)));
    expect(distance, label.text).toBeLessThanOrEqual(255 - opacity + 3);
  }
  expect(inkPixels, label.text).toBeGreaterThan(10);
}

function crossesEdgeInside(
  { x, baseline, widthPx, style }: Label & { widthPx: number },
  { minX, minY, columns, rows }: { minX: number; minY: number; columns: number; rows: number },
): boolean {
  const left = x / 256;
  const right = (x + widthPx) / 256;
  const top = (baseline - style.sizePx) / 256;
  const isInside =
    left > minX + 0.1 &&
    right < minX + columns - 0.1 &&
    top > minY + 0.1 &&
    baseline / 256 < minY + rows - 0.1;
  return (
    isInside && (Math.floor(left) !== Math.floor(right) || Math.floor(top) !== Math.floor(baseline / 256))
  );
}

const hexToRgb = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
