import { expect, test } from 'vitest';
import { companyDateTime } from './companyDateTime.ts';

test.each([
  ['2026-11-30T06:00:00Z', '30.11.2026 08:00'],
  ['2026-07-01T21:05:59Z', '02.07.2026 00:05'],
  // The clocks go forward at 3:00 and back at 4:00.
  ['2027-03-28T00:59:00Z', '28.03.2027 02:59'],
  ['2027-03-28T01:00:00Z', '28.03.2027 04:00'],
  ['2026-10-25T01:00:00Z', '25.10.2026 03:00'],
])('%s is %s where the companies are', (moment, text) => {
  expect(companyDateTime(new Date(moment))).toBe(text);
});
