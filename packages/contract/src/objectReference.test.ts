import { expect, test } from 'vitest';
import { referenceOf } from './objectReference.ts';

test.each([
  [4_294_968_402, '1-1106'],
  [4_294_967_297, '1-1'],
  [2 ** 32 * 4096 + 7, '4096-7'],
  [12, '0-12'],
])('object %d is %s', (id, reference) => {
  expect(referenceOf(id)).toBe(reference);
});
