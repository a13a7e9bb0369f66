import type { LayerDensity } from '@pgis/contract';
import { expect, test } from 'vitest';
import type { ObjectKind } from '../../layers/ObjectKind.ts';
import { METATILE_PX } from './metatileGrid.ts';
import { changeBufferOf, type MetatileKey, singlyDrawnKinds, symbolBufferOf } from './metatileKey.ts';

interface KeyOptions {
  readonly kinds?: readonly ObjectKind[];
  readonly density?: LayerDensity;
  readonly pointRadius?: number;
  readonly isBlurred?: boolean;
}

const keyOf = (
  zoom: number,
  {
    kinds = [1, 2, 3],
    density = { kind: 'clusters', zoomTo: 12 },
    pointRadius = 50,
    isBlurred = false,
  }: KeyOptions = {},
): MetatileKey => {
  const geomStyle = JSON.stringify({ pointForm: 'circle', pointRadius });
  const layer = { geomStyle, kinds: 0, density, blursPositions: isBlurred };
  const rendering = {
    scope: { layer, rights: { seesExactPositions: false } },
  } as unknown as MetatileKey['rendering'];
  return { rendering, kinds, zoom };
};
const metatile = { level: 24, x: 0, y: 0, pixelRatio: 1 };

test('a change counts as far off as the other end of its cell and the symbol there, at each level', () => {
  const symbolPx = symbolBufferOf(keyOf(12));
  expect(symbolPx).toBeGreaterThan(50);
  expect(changeBufferOf(keyOf(12), metatile)).toBe(64 + symbolPx);
  expect(changeBufferOf(keyOf(12), { ...metatile, level: 25 })).toBe(91 + symbolPx);
  // A composed metatile reads the changes of its children in pixels of the same size, up to the largest symbols.
  expect(changeBufferOf(keyOf(12), { ...metatile, level: 26, pixelRatio: 2 })).toBe(64 + symbolPx);
  expect(changeBufferOf(keyOf(12), { ...metatile, level: 26 })).toBe(128 + symbolPx);
});

test('a change of heat counts as far off as it spreads, and its objects are drawn one by one nowhere', () => {
  const density: LayerDensity = { kind: 'heat', zoomTo: 12, radiusPx: 40 };
  const key = keyOf(12, { density });
  // The radius, the cell that the object lies in and the next value that colours are interpolated to.
  expect(changeBufferOf(key, metatile)).toBe(40 + 2 * 4);
  expect(changeBufferOf(key, { ...metatile, level: 26 })).toBe(96);
  expect([singlyDrawnKinds(key), singlyDrawnKinds(keyOf(13, { density }))]).toEqual([[], [1, 2, 3]]);
  expect(changeBufferOf(keyOf(13, { density }), metatile)).toBe(symbolBufferOf(keyOf(13, { density })));
});

test('without clusters a change counts as far off as its symbol', () => {
  const symbolPx = symbolBufferOf(keyOf(13));
  expect(changeBufferOf(keyOf(13), { ...metatile, level: 26 })).toBe(symbolPx);
  const kinds = [2, 3] as const;
  expect(changeBufferOf(keyOf(12, { kinds }), metatile)).toBe(symbolBufferOf(keyOf(12, { kinds })));
});

test('in a layer of blurred positions a change counts half a cell of 100 m farther off, whatever is drawn', () => {
  const at17 = { ...metatile, level: 34, x: 0, y: 2 ** 24 / METATILE_PX };
  const heat: LayerDensity = { kind: 'heat', zoomTo: 17, radiusPx: 40 };
  const clusters: LayerDensity = { kind: 'clusters', zoomTo: 17 };
  const single: LayerDensity = { kind: 'asIs' };
  const added = [heat, clusters, single].map((density) => {
    const bufferOf = (isBlurred: boolean) =>
      changeBufferOf(keyOf(17, { density, isBlurred, pointRadius: 1 }), at17);
    return bufferOf(true) - bufferOf(false);
  });
  // 52 m at the equator, 1.19 m a pixel.
  expect(added).toEqual([44, 44, 44]);
});
