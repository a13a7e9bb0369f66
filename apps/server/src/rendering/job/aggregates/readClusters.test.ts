import type { ObjectId } from '@pgis/contract';
import { expect, test } from 'vitest';
import { type ClusterRow, toClusters } from './readClusters.ts';

const ZOOM = 10;

const row = (i: number, more: Partial<ClusterRow> = {}): ClusterRow => ({
  ...{ column: 0, row: 0, data: { number: String(i) }, count: 1, x: i, y: 2 * i },
  extent: [i, 2 * i, i, 2 * i],
  ids: [i as ObjectId],
  ...more,
});

test('the rows of a cell are one circle, also when each of very many points has a value of its own', () => {
  const rows = Array.from({ length: 200_000 }, (_, i) => row(i % 1_000));
  const { clusters, singleIds } = toClusters([...rows, row(7, { column: 1 })], ZOOM);
  expect(clusters).toEqual([expect.objectContaining({ count: 200_000, extent: [0, 0, 999, 1_998] })]);
  expect(singleIds).toEqual([7]);
});
