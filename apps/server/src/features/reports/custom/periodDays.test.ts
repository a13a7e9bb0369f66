import { expect, test } from 'vitest';
import { monthsBetween, periodDays } from './periodDays.ts';

test('D-REP-03: a period means days, both inclusive, also over the end of a year', () => {
  const of = (kind: Parameters<typeof periodDays>[0]['kind'], today: string) => periodDays({ kind }, today);
  expect(of('all', '2026-03-15')).toEqual({});
  expect(of('last30Days', '2026-03-15')).toEqual({ from: '2026-02-14', to: '2026-03-15' });
  expect(of('thisMonth', '2026-03-15')).toEqual({ from: '2026-03-01', to: '2026-03-15' });
  expect(of('lastMonth', '2026-03-15')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(of('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(of('last12Months', '2026-03-15')).toEqual({ from: '2025-04-01', to: '2026-03-15' });
  expect(of('thisYear', '2026-03-15')).toEqual({ from: '2026-01-01', to: '2026-03-15' });
  expect(of('lastYear', '2026-03-15')).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  expect(periodDays({ kind: 'between', to: '2026-02-01' }, '2026-03-15')).toEqual({ to: '2026-02-01' });
});

test('months follow each other over the end of a year, and end somewhere', () => {
  expect(monthsBetween('2025-11', '2026-02', 99)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(monthsBetween('2025-11', '2025-11', 99)).toEqual(['2025-11']);
  expect(monthsBetween('0001-01', '9999-12', 3)).toHaveLength(3);
});
