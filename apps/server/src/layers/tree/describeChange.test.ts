import { expect, test } from 'vitest';
import { describeChange, isSame } from './describeChange.ts';

test('two values are the same whatever the order of their keys, but not of their lists', () => {
  expect(isSame({ a: 1, b: { c: 2, d: [3] } }, { b: { d: [3], c: 2 }, a: 1 })).toBe(true);
  expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
  expect(isSame({ a: 1 }, { a: 2 })).toBe(false);
  expect(isSame(null, {})).toBe(false);
  expect(isSame([], {})).toBe(false);
  expect(isSame(undefined, undefined)).toBe(true);
});

test('D-LOG-01: a change names what differs, with the old and the new values', () => {
  const before = { name: 'a', rules: { x: 1, y: 2 }, zoom: null };
  expect(describeChange(before, { name: 'b', rules: { y: 2, x: 1 }, zoom: null })).toEqual({
    old: { name: 'a' },
    new: { name: 'b' },
  });
  expect(describeChange(before, { ...before })).toBeUndefined();
  expect(describeChange({}, { zoom: 3 })).toEqual({ old: { zoom: undefined }, new: { zoom: 3 } });
});

test('of a long text the log keeps 2000 characters, and no half of one', () => {
  const newOf = (text: string) => describeChange({ style: '' }, { style: text })?.new.style;
  expect(newOf('x'.repeat(2_000))).toBe('x'.repeat(2_000));
  expect(newOf('x'.repeat(2_001))).toBe(`${'x'.repeat(2_000)}…`);
  expect(newOf(`${'x'.repeat(1_999)}😀`)).toBe(`${'x'.repeat(1_999)}\ufffd…`);
});
