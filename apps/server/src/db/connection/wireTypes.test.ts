import { expect, test } from 'vitest';
import { parseInt8, wireTypes } from './wireTypes.ts';

test('int8 is a number up to 2^53 - 1 and an error beyond', () => {
  expect(parseInt8('9007199254740991')).toBe(9_007_199_254_740_991);
  expect(parseInt8('-9007199254740991')).toBe(-9_007_199_254_740_991);
  expect(() => parseInt8('9007199254740992')).toThrow(/9007199254740992/);
});

test('arrays of int8 keep their shape and their nulls', () => {
  const parse = wireTypes.getTypeParser(1016 as never, 'text') as unknown as (text: string) => unknown;
  expect(parse('{1,NULL,{2,3}}')).toEqual([1, null, [2, 3]]);
});
