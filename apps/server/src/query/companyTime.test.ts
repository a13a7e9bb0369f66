import { expect, test } from 'vitest';
import { isRealDay, isWholeDay } from './companyTime.ts';

test.each([
  ['2026-11-22', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['0001-01-01', true],
  ['0000-01-01', false],
  ['2026-11-22T10:00Z', true],
  ['2026-02-31T10:00:00Z', false],
  ['yesterday', false],
])('D-REP-02: %s is a day that there is: %s', (text, expected) => {
  expect(isRealDay(text)).toBe(expected);
});

test.each([
  ['2026-11-22', true],
  ['2026-11-22T00:00Z', false],
  ['22.11.2026', false],
])('D-REP-02: %s means the whole day: %s', (text, expected) => {
  expect(isWholeDay(text)).toBe(expected);
});
