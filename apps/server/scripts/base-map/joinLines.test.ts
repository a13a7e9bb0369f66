import { expect, it } from 'vitest';
import { isClosed, joinLines } from './joinLines.ts';

it('joins pieces end to end, whatever their direction, and drops those without length', () => {
  const chains = joinLines([
    [
      [0, 0],
      [1, 0],
    ],
    [
      [2, 1],
      [1, 0],
    ],
    [
      [1, 0],
      [1, 0],
    ],
    [
      [2, 1],
      [0, 0],
    ],
  ]);
  expect(chains).toHaveLength(1);
  expect(isClosed(chains[0] ?? [])).toBe(true);
  expect(chains[0]).toHaveLength(4);
});

it('leaves an open chain open', () => {
  const chains = joinLines([
    [
      [1, 0],
      [2, 0],
    ],
    [
      [0, 0],
      [1, 0],
    ],
  ]);
  expect(chains).toHaveLength(1);
  expect(isClosed(chains[0] ?? [])).toBe(false);
  expect([chains[0]?.[0], chains[0]?.at(-1)].map(String).sort()).toEqual(['0,0', '2,0']);
});

it('stops at a fork', () => {
  const chains = joinLines([
    [
      [0, 0],
      [1, 0],
    ],
    [
      [1, 0],
      [2, 0],
    ],
    [
      [1, 0],
      [1, 1],
    ],
  ]);
  expect(chains).toHaveLength(3);
});
