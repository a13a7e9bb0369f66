import { expect, test } from 'vitest';
import { findPasswordProblem } from './findPasswordProblem.ts';

test.each([
  ['nine char', 'TOO_SHORT'],
  ['ten chars.', undefined],
  ['a1'.repeat(64), undefined],
  [`${'a1'.repeat(64)}b`, 'TOO_LONG'],
  // 9 characters of two UTF-16 units each
  ['😀'.repeat(9), 'TOO_SHORT'],
  ['password123', 'TOO_COMMON'],
  ['PASSWORD123', 'TOO_COMMON'],
  [' 1234567890 ', 'TOO_COMMON'],
  ['aaaaaaaaaaaa', 'TOO_COMMON'],
  ['Person@Example.org', 'SAME_AS_EMAIL'],
] as const)('D-SESS-07: %s is %s', (password, problem) => {
  expect(findPasswordProblem(password, 'person@example.org')).toBe(problem);
});

test('D-SESS-07: an address is recognised however it is written', () => {
  expect(findPasswordProblem(' person@example.org', 'Person@Example.org ')).toBe('SAME_AS_EMAIL');
});
