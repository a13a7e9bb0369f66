import { expect, test } from 'vitest';
import { compilePattern } from './compilePattern.ts';

test.each<[string, readonly string[], readonly string[]]>([
  ['\\d{11}', ['01000010001'], ['0100001000', '010000100011', 'a1000010001', '']],
  ['[A-Z]{2}-?\\d+', ['AB1', 'AB-123'], ['ab-1', 'AB-', 'A-1', 'AB--1']],
  ['^LV\\d{2,4}$', ['LV12', 'LV1234'], ['LV1', 'LV12345', 'xLV12']],
  ['a{2,}b', ['aab', 'aaaaab'], ['ab', 'aa']],
  ['a{0,1}b', ['b', 'ab'], ['aab']],
  ['yes|no.?', ['yes', 'no', 'not'], ['yesno', 'noted', 'y']],
  ['[^a-z\\d]*', ['', 'ĀŠ!'], ['a', 'Ā1']],
  ['a\\.b\\$', ['a.b$'], ['axb$', 'a.b']],
  ['..', ['🙂ā', 'ab'], ['🙂', 'abc']],
  ['a{100}b{100}', [`${'a'.repeat(100)}${'b'.repeat(100)}`], ['ab']],
  ['a?a?a', ['a', 'aa', 'aaa'], ['', 'aaaa']],
])('the pattern %s is matched against the whole text', (pattern, good, bad) => {
  const fits = compilePattern(pattern);
  expect(good.map((text) => fits?.(text))).toEqual(good.map(() => true));
  expect(bad.map((text) => fits?.(text))).toEqual(bad.map(() => false));
});

test.each(['(a+)+', 'a**', '[', '[z-a]', 'a{3,2}', 'a{0}', '\\1', '\\q', 'a{100}b{101}', 'a^b'])(
  '%s is no pattern',
  (pattern) => {
    expect(compilePattern(pattern)).toBeUndefined();
  },
);

test('a pattern that makes other matchers try every way takes no time', () => {
  const fits = compilePattern(`${'a*'.repeat(30)}b`);
  const started = performance.now();
  expect(fits?.('a'.repeat(4_000))).toBe(false);
  expect(performance.now() - started).toBeLessThan(1_000);
});
