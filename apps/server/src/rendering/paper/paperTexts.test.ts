import { expect, test, vi } from 'vitest';
import { paperNumber } from './paperTexts.ts';

test('numbers of a language and a precision share one format', () => {
  using made = vi.spyOn(Intl, 'NumberFormat');
  expect([1_234.56, 7].map((value) => paperNumber(value, 'en', 5))).toEqual(['1,234.56', '7']);
  expect(paperNumber(7.5, 'lv', 5)).toBe('7,5');
  expect(made.mock.calls.map(([language]) => language)).toEqual(['en', 'lv']);
});
