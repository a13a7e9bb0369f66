import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { addDays, companyDay, toDateText, toDateTimeText } from './dateText.ts';
import { parseNumberText } from './numberText.ts';
import { fieldValue, toComparableText, toText } from './objectData.ts';

test.each([
  [' 12 ', 12],
  ['-3,5', -3.5],
  ['+007', 7],
  [1e-7, 1e-7],
  [0.1 + 0.2, 0.1 + 0.2],
  ['0,4523809523809524', 0.4523809523809524],
  ['', undefined],
  [null, undefined],
  ['1e5', undefined],
  [1e22, undefined],
  ['12 m', undefined],
  ['1.234,5', undefined],
  ['.5', undefined],
  ['1'.repeat(16), undefined],
])('%j as a number is %j', (value, number) => {
  expect(parseNumberText(value)).toBe(number);
});

test('numbers are written without exponents, as PostgreSQL writes them', () => {
  expect([1e-7, -1.25e-9, 1e21, -1.5e22, 5e-324].map(toText)).toEqual([
    '0.0000001',
    '-0.00000000125',
    '1000000000000000000000',
    '-15000000000000000000000',
    `0.${'0'.repeat(323)}5`,
  ]);
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(Number(toText(number))).toBe(number + 0);
    }),
  );
});

test('what objects inherit is not their data; missing values are empty', () => {
  expect(fieldValue({}, 'constructor')).toBeUndefined();
  expect([undefined, null, ' X\u00a0', false].map(toComparableText)).toEqual(['', '', 'x', 'false']);
});

test.each([
  ['2026-11-26', '2026-11-26'],
  ['26.11.2026', '2026-11-26'],
  ['1.2.2026.', '2026-02-01'],
  ['2026-02-30', undefined],
  ['2026-13-01', undefined],
  ['26/11/2026', undefined],
  ['', undefined],
])('%j as a day is %j', (text, day) => expect(toDateText(text)).toBe(day));

test.each([
  ['26.11.2026 9:30', '2026-11-26T09:30'],
  ['2026-11-26T09:30:00', '2026-11-26T09:30'],
  ['2026-11-26T09:30:15.25', '2026-11-26T09:30:15'],
  ['2026-11-26', '2026-11-26T00:00'],
  ['2026-11-26 24:00', undefined],
  ['9:30', undefined],
])('%j as a time is %j', (text, time) => expect(toDateTimeText(text)).toBe(time));

test('days go on over months, leap years and the change of the clock', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

test('the day is that of the company: it begins two or three hours before the day of UTC', () => {
  expect(companyDay(new Date('2026-11-26T21:59:59Z'))).toBe('2026-11-26');
  expect(companyDay(new Date('2026-11-26T22:00:00Z'))).toBe('2026-11-27');
  expect(companyDay(new Date('2026-07-26T21:00:00Z'))).toBe('2026-07-27');
});

test('all days are formatted by one formatter', () => {
  const make = vi.spyOn(Intl, 'DateTimeFormat');
  expect(companyDay(new Date('2026-11-26T22:00:00Z'))).toBe('2026-11-27');
  expect(make).not.toHaveBeenCalled();
  make.mockRestore();
});
