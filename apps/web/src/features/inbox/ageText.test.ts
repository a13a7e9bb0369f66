import { expect, test } from 'vitest';
import type { TFunction } from '../../i18n/index.ts';
import { ageText } from './ageText.ts';

test('the age of a case is told in its largest unit', () => {
  const t = ((key: string, { count }: { count: number }) => `${count} ${key.split('.').at(-1)}`) as TFunction;
  const now = Date.parse('2026-11-24T12:00:00Z');
  const age = (moment: string) => ageText(moment, t, now);
  expect(age('2026-11-24T11:59:50Z')).toBe('1 MINUTES');
  expect(age('2026-11-24T11:01:00Z')).toBe('59 MINUTES');
  expect(age('2026-11-24T11:00:00Z')).toBe('1 HOURS');
  expect(age('2026-11-23T12:00:01Z')).toBe('23 HOURS');
  expect(age('2026-11-14T12:00:00Z')).toBe('10 DAYS');
  // A clock that is a little ahead.
  expect(age('2026-11-24T12:00:05Z')).toBe('1 MINUTES');
});
