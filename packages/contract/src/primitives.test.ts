import { expect, test } from 'vitest';
import { emailPattern } from './primitives.ts';

test.each([
  ['reader@example.org', true],
  [' reader+map@example.org ', true],
  ['jānis@pašvaldība.lv', true],
  ['a;b@c.example', false],
  ['a,b@c.example', false],
  ['<x@y.example>', false],
  ['x@y.example>', false],
  ['"x y"@z.example', false],
  ['x@y.example@z.example', false],
  ['x@y.example\nBcc: z@y.example', false],
])('D-USER-01: %j is one address without a name: %s', (text, isAddress) => {
  expect(new RegExp(emailPattern, 'u').test(text)).toBe(isAddress);
});
