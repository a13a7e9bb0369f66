import { describe, expect, it } from 'vitest';
import { FINEST_GRID_BITS, type MapAsset, type MapName, type PlaceRow } from '../../MapAsset.ts';
import { LABEL_CELL_PX, type LabelCell, layOutLabels, toPointer } from './layOutLabels.ts';

const MIDDLE = 2 ** (FINEST_GRID_BITS - 1);
const ZOOM = 10;
const CELLS_PER_PIXEL = 2 ** (FINEST_GRID_BITS - ZOOM - 8);

const place = (name: string, population: number, [dx, dy]: readonly [number, number]): PlaceRow => [
  1,
  name,
  MIDDLE + dx * CELLS_PER_PIXEL,
  MIDDLE + dy * CELLS_PER_PIXEL,
  population,
  'LV',
  'place',
];

const mapOf = (places: readonly PlaceRow[], names: readonly MapName[] = []): MapAsset => ({
  attribution: [],
  cuts: { x: [], y: [] },
  levels: [],
  city: { gridBits: 26, layers: { builtUp: [], riverAreas: [], streets: [], tramLines: [] } },
  places,
  names,
});

/** Measures text as if each letter were ten pixels wide. */
const measure = (text: string): number => text.length * 10;

const layOut = (map: MapAsset, zoom = ZOOM) => layOutLabels(map, zoom, measure);
const textsOf = (labels: ReturnType<typeof layOut>): string[] =>
  [...new Set([...labels.values()].flat())].map(({ text }) => text);

describe('layOutLabels', () => {
  it('gives room to the more populous of two places that collide, in whatever order they come', () => {
    const small = place('Small', 2_000, [0, 0]);
    const big = place('Big', 20_000, [20, 5]);
    expect(textsOf(layOut(mapOf([small, big])))).toEqual(['Big']);
    expect(textsOf(layOut(mapOf([big, small])))).toEqual(['Big']);
  });

  it('shows both when there is room', () => {
    const labels = layOut(mapOf([place('Small', 2_000, [0, 0]), place('Big', 20_000, [0, 40])]));
    expect(textsOf(labels)).toEqual(['Big', 'Small']);
  });

  it('keeps apart labels that meet across a tile edge', () => {
    // The edge of two tiles is at 0; each label lies in a tile of its own.
    const labels = layOut(mapOf([place('Left', 9_000, [-21, 100]), place('Right', 20_000, [27, 100])]));
    expect(textsOf(labels)).toEqual(['Right']);
  });

  it('names a label in every tile that it touches', () => {
    const tile = MIDDLE / CELLS_PER_PIXEL / 256;
    const labels = layOut(mapOf([place('Across', 9_000, [0, 100])]));
    expect([...labels.keys()].sort()).toEqual([`${tile - 1}/${tile}`, `${tile}/${tile}`]);
  });

  it('centres the text on the place, in whole pixels', () => {
    const [label] = [...layOut(mapOf([place('Odd', 9_000, [0, 100])])).values()].flat();
    expect(label?.x).toBe(MIDDLE / CELLS_PER_PIXEL - 15);
    expect(Number.isInteger(label?.baseline)).toBe(true);
  });

  it('shows villages from near and towns from far', () => {
    const map = mapOf([place('Village', 2_000, [0, 0]), place('Town', 25_000, [0, 200_000])]);
    expect(textsOf(layOut(map, 7))).toEqual([]);
    expect(textsOf(layOut(map, 8))).toEqual(['Town']);
    expect(textsOf(layOut(map, 10))).toEqual(['Town', 'Village']);
  });

  it('sets cities 19/700, towns 13/600, villages 11/600, water in italics', () => {
    const lake: MapName = { kind: 'lake', text: 'Lake', x: MIDDLE, y: MIDDLE, minZoom: 9, maxZoom: 12 };
    const map = mapOf(
      [place('City', 110_000, [0, 100]), place('Town', 20_000, [0, 200]), place('Village', 2_000, [0, 300])],
      [lake],
    );
    const styles = new Map([...layOut(map).values()].flat().map(({ text, style }) => [text, style]));
    expect(styles.get('City')).toMatchObject({ sizePx: 19, weight: 700 });
    expect(styles.get('Town')).toMatchObject({ sizePx: 13, weight: 600 });
    expect(styles.get('Village')).toMatchObject({ sizePx: 11, weight: 600 });
    expect(styles.get('Lake')).toMatchObject({ slant: 'italic', color: 'waterLabel' });
  });
});

describe('toPointer', () => {
  const z = 14;
  /** A cell some kilometres east of the middle of the world. */
  const cell = { z, x: 2 ** (z - 1) + 3, y: 2 ** (z - 1) };
  const map = mapOf([place('Near', 2_000, [0, 0]), place('Far', 2_000, [0, -9_000])]);
  const point = (at: LabelCell, labelled: readonly LabelCell[] = []) =>
    toPointer(map, at, {
      measure,
      hasLabels: (other) => labelled.some(({ x, y }) => x === other.x && y === other.y),
    });

  it('names the nearest place with its distance and direction, in one cell of nine', () => {
    const cells = [0, 1, 2].flatMap((dx) => [0, 1, 2].map((dy) => ({ z, x: cell.x + dx, y: cell.y + dy })));
    const labels = cells.flatMap((one) => point(one) ?? []);
    expect(labels).toHaveLength(1);
    const [label] = labels;
    expect(label?.text).toMatch(/^Near \d+ k?m$/);
    // The place lies to the west.
    expect(Math.cos(label?.arrow ?? 0)).toBeLessThan(-0.5);
    const [minX, , maxX] = label?.box ?? [0, 0, 0, 0];
    const column = Math.floor(minX / LABEL_CELL_PX);
    expect(Math.floor(maxX / LABEL_CELL_PX)).toBe(column);
  });

  it('is silent where something has a name, and as long as the map has detail', () => {
    const middle = [0, 1, 2]
      .flatMap((dx) => [0, 1, 2].map((dy) => ({ z, x: cell.x + dx, y: cell.y + dy })))
      .find((one) => point(one) !== undefined) as LabelCell;
    expect(middle).toBeDefined();
    expect(point(middle, [{ z, x: middle.x + 1, y: middle.y - 1 }])).toBeUndefined();
    expect(point(middle, [{ z, x: middle.x + 2, y: middle.y }])).toBeDefined();
    expect(point({ z: 12, x: 4, y: 4 })).toBeUndefined();
    expect(point({ z: 13, x: 4, y: 4 })).toBeDefined();
    // In Rīga the map has streets.
    const inRiga = (zoom: number): LabelCell => {
      const [x, y] = [9289, 5020].map((tile) => Math.floor(tile * 2 ** (zoom - 14)));
      return { z: zoom, x: (x ?? 0) - ((x ?? 0) % 3) + 1, y: (y ?? 0) - ((y ?? 0) % 3) + 1 };
    };
    expect(point(inRiga(15))).toBeUndefined();
    expect(point(inRiga(16))).toBeDefined();
  });
});
