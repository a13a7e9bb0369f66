import { describe, expect, it } from 'vitest';
import { FINEST_GRID_BITS, type MapAsset, type MapName, type PlaceRow } from '../MapAsset.ts';
import { layOutLabels } from './layOutLabels.ts';

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

  it('sets cities 19/700, towns 13/600, villages 11/400, water in italics', () => {
    const lake: MapName = { kind: 'lake', text: 'Lake', x: MIDDLE, y: MIDDLE, minZoom: 9, maxZoom: 12 };
    const map = mapOf(
      [place('City', 110_000, [0, 100]), place('Town', 20_000, [0, 200]), place('Village', 2_000, [0, 300])],
      [lake],
    );
    const styles = new Map([...layOut(map).values()].flat().map(({ text, style }) => [text, style]));
    expect(styles.get('City')).toMatchObject({ sizePx: 19, weight: 700 });
    expect(styles.get('Town')).toMatchObject({ sizePx: 13, weight: 600 });
    expect(styles.get('Village')).toMatchObject({ sizePx: 11, weight: 400 });
    expect(styles.get('Lake')).toMatchObject({ slant: 'italic', color: 'waterLabel' });
  });
});
