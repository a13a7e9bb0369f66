import { expect, test } from 'vitest';
import { emptyFilter, hasTooManyValues, isEmptyFilter, isReversed, toReportFilter } from './reportFilter.ts';

test('REP-01: a report filter is a key/value map of what was filled in', () => {
  expect(toReportFilter(emptyFilter)).toEqual({});
  expect(
    toReportFilter({
      text: ' liepu ',
      statuses: ['4294967307', 'none'],
      from: '2026-01-01',
      to: '2026-01-31',
      isMine: true,
      fields: { species: 'oak', height: ' ' },
    }),
  ).toEqual({
    _q: 'liepu',
    _status: '4294967307,none',
    _from: '2026-01-01',
    _to: '2026-01-31',
    _mine: true,
    species: 'oak',
  });
});

test('a period that ends before it starts lets nothing pass', () => {
  const days = (from: string | null, to: string | null) => isReversed({ from, to });
  expect(days('2026-03-02', '2026-03-01')).toBe(true);
  for (const [from, to] of [
    ['2026-03-01', '2026-03-01'],
    ['2026-02-28', '2026-03-01'],
    [null, '2026-03-01'],
    ['2026-03-01', null],
  ] as const)
    expect(days(from, to)).toBe(false);
});

test('D-REP-02: conditions are sent once their values suit their operators', () => {
  const conditions = [
    { field: 'age', operator: '>=', value: '20' },
    { field: 'age', operator: '<', value: 'old' },
    { field: 'age', operator: 'between', value: '1' },
    { field: 'age', operator: 'contains', value: ' ' },
    { field: 'age', operator: 'empty', value: '' },
  ] as const;
  const values = { ...emptyFilter, conditions };
  expect(toReportFilter(values)).toEqual({ _conditions: JSON.stringify([conditions[0], conditions[4]]) });
  expect(isEmptyFilter({ ...emptyFilter, conditions: [conditions[1]] })).toBe(true);
});

test('conditions that an address cannot hold have too many values', () => {
  const withNames = (name: string) => {
    const value = Array.from({ length: 200 }, () => name).join('\n');
    return hasTooManyValues({ ...emptyFilter, conditions: [{ field: 'street', operator: 'in', value }] });
  };
  expect(withNames('oak')).toBe(false);
  expect(withNames('дубы')).toBe(false);
  expect(withNames('дубрава')).toBe(true);
  expect(withNames('o'.repeat(30))).toBe(true);
});
