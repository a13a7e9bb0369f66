import { thinningAt } from '@pgis/cartography';
import type { LayerDensity } from '@pgis/contract';
import { expect, test } from 'vitest';
import { hasClustersAt, hasHeatAt, showsAtZoom, thinningOf } from './Layer.ts';

const clusters: LayerDensity = { kind: 'clusters', zoomTo: 12 };
const heat: LayerDensity = { kind: 'heat', zoomTo: 12 };

test.each([
  [{ zoomFrom: 5, zoomTo: 9 }, [5, 9]],
  [{ zoomFrom: null, zoomTo: 9 }, [0, 9]],
  [{ zoomFrom: 5, zoomTo: null }, [5, 28]],
  [{ zoomFrom: 9, zoomTo: 5 }, []],
])('D-CLS-13: both ends of %j belong to the range', (range, ends) => {
  const zooms = Array.from({ length: 29 }, (_, zoom) => zoom).filter((zoom) => showsAtZoom(range, zoom));
  expect([zooms.at(0), zooms.at(-1)].filter((zoom) => zoom !== undefined)).toEqual(ends);
});

test('a layer is thinned when it is set so and has been measured', () => {
  const spacing = { pointM: 100, polygonM: null };
  expect(thinningOf({ density: { kind: 'thinned' }, spacing }, 3)).toEqual(thinningAt(spacing, 3));
  expect(thinningOf({ density: { kind: 'thinned' }, spacing: null }, 3)).toBeUndefined();
  expect(thinningOf({ density: heat, spacing }, 3)).toBeUndefined();
});

test('without a zoom of its own a layer is a heat map up to zoom 13', () => {
  expect([13, 14].map((zoom) => hasHeatAt({ density: { kind: 'heat' } }, zoom))).toEqual([true, false]);
});

test('a layer is a heat map up to its zoom, rounded, and a layer of clusters is none', () => {
  expect(hasHeatAt({ density: heat }, 12.4)).toBe(true);
  expect(hasHeatAt({ density: heat }, 12.6)).toBe(false);
  expect(hasHeatAt({ density: clusters }, 12)).toBe(false);
  expect(hasHeatAt({ density: { kind: 'asIs' } }, 12)).toBe(false);
});

test('a layer is drawn as clusters up to its zoom, rounded, where it may have points', () => {
  expect(hasClustersAt({ density: clusters, kinds: 0 }, 12.4)).toBe(true);
  expect(hasClustersAt({ density: clusters, kinds: 1 }, 12.6)).toBe(false);
  expect(hasClustersAt({ density: clusters, kinds: 2 }, 12)).toBe(false);
  expect(hasClustersAt({ density: heat, kinds: 1 }, 12)).toBe(false);
});
