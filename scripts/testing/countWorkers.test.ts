import { totalmem } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { countWorkers, readMemoryBytes } from './countWorkers.ts';

afterEach(() => vi.restoreAllMocks());

test('three workers need the memory of a machine with 8 GiB; smaller ones run two', () => {
  expect([4, 7, 8, 16].map((gibibytes) => countWorkers(gibibytes * 2 ** 30))).toEqual([2, 2, 3, 3]);
});

test('a container has the memory of its limit, without one that of the machine', () => {
  const limit = vi.spyOn(process, 'constrainedMemory');
  const readWith = (bytes: number) => {
    limit.mockReturnValue(bytes);
    return readMemoryBytes();
  };
  expect([2 ** 30, 0, 2 ** 64].map(readWith)).toEqual([2 ** 30, totalmem(), totalmem()]);
});
