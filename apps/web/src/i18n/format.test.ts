import { expect, test } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatFileSize,
  formatFixed,
  formatNumber,
  formatUngrouped,
} from './format.ts';

const plain = (text: string) => text.replace(/\s/g, ' ');

test('numbers are written as the language writes them', () => {
  expect(formatNumber(1234567.891, 'en')).toBe('1,234,567.891');
  expect(plain(formatNumber(1234567.891, 'ru'))).toBe('1 234 567,891');
  expect(plain(formatNumber(1234567.891, 'lv', 1))).toBe('1 234 567,9');
  expect(formatFixed(2, 'lv', 2)).toBe('2,00');
  expect(formatUngrouped(1990.25, 'lv', 1)).toBe('1990,3');
  expect(formatNumber(12_990.25, 'en', 1)).toBe('12,990.3');
});

test('dates are dd.MM.yyyy and dd.MM.yyyy HH:mm in every language', () => {
  const moment = new Date(2026, 2, 5, 7, 4);
  expect(formatDate(moment)).toBe('05.03.2026');
  expect(formatDateTime(moment)).toBe('05.03.2026 07:04');
  expect(formatDate('no date')).toBe('');
  expect(formatDateTime('no date')).toBe('');
});

test('sizes are in the largest unit that gives 1 or more', () => {
  expect(formatFileSize(0, 'en')).toBe('0 bytes');
  expect(formatFileSize(999, 'en')).toBe('999 bytes');
  expect(formatFileSize(1_000, 'en')).toBe('1 kB');
  expect(plain(formatFileSize(6_440_000, 'lv'))).toBe('6,4 MB');
  expect(formatFileSize(5e12, 'en')).toBe('5,000 GB');
});
