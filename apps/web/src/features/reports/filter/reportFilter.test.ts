import { expect, test } from 'vitest';
import { emptyFilter, toReportFilter } from './reportFilter.ts';

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
