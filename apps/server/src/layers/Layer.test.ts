import type { LayerDensity } from '@pgis/contract';
import { expect, test } from 'vitest';
import { hasClustersAt, hasHeatAt } from './Layer.ts';

const clusters: LayerDensity = { kind: 'clusters', zoomTo: 12 };
const heat: LayerDensity = { kind: 'heat', zoomTo: 12 };

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
