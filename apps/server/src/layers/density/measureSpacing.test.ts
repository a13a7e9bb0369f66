import type { LayerSpacing } from '@pgis/cartography';
import { expect, test } from 'vitest';
import { isAlikeSpacing } from './measureSpacing.ts';

test.each<[LayerSpacing, boolean]>([
  [{ pointM: 100, polygonM: null }, true],
  [{ pointM: 110, polygonM: null }, true],
  [{ pointM: 90, polygonM: null }, true],
  [{ pointM: 111, polygonM: null }, false],
  [{ pointM: 89, polygonM: null }, false],
  [{ pointM: null, polygonM: null }, false],
  [{ pointM: 100, polygonM: 30 }, false],
])('a measure of %j is alike when each distance differs by a tenth at most: %j', (measured, isAlike) => {
  expect(isAlikeSpacing({ pointM: 100, polygonM: null }, measured)).toBe(isAlike);
});
