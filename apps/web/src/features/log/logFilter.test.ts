import { expect, test } from 'vitest';
import { parseLogFilter, toLogQuery } from './logFilter.ts';

test('D-LOG-01: an address that was passed on gives its filter', () => {
  const search = { from: '2026-03-01', to: '2026-03-01', user: 7, action: 'LOGIN', entity: 'user', q: 12 };
  const filter = parseLogFilter(search);
  expect(filter).toEqual({ ...search, q: '12' });
  const query = toLogQuery(filter);
  expect(query).toMatchObject({ _user: 7, _action: 'LOGIN', _entity: 'user', _q: '12' });
  const from = new Date(query._from ?? '');
  expect([from.getFullYear(), from.getMonth(), from.getDate(), from.getHours()]).toEqual([2026, 2, 1, 0]);
  // The whole day, an hour more or less where the clocks change.
  const hours = (Date.parse(query._to ?? '') - Date.parse(query._from ?? '')) / 3_600_000;
  expect([23, 24, 25]).toContain(hours);
});

test('what is no filter is left out', () => {
  const search = {
    from: 'yesterday',
    to: '2026-99-01',
    user: 'x',
    action: 'EATEN',
    entity: 1,
    layer: -1,
    q: '',
  };
  expect(parseLogFilter(search)).toEqual({});
  expect(toLogQuery({ q: '  ' })).toEqual({});
});
