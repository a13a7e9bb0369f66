import { caseFigureLists as lists } from '@pgis/contract';
import { defaultParseSearch } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import {
  defaultLocation,
  parseInboxLocation,
  toCaseListQuery,
  toInboxHref,
  toInboxSearch,
} from './inboxLocation.ts';

test('an address without a search names one’s own cases, those due first', () => {
  expect(parseInboxLocation({})).toEqual(defaultLocation);
  expect(toInboxSearch(defaultLocation)).toEqual({});
});

test('every part goes to the address and comes back', () => {
  const location = {
    ...({ tab: 'overdue', layerId: 12, statusId: 3, text: '106', sort: 'votes' } as const),
    figure: { _state: 'any', _unit: 4, _date: 'closed', _from: '2026-11-01', _minAge: 0 },
  } as const;
  expect(toInboxSearch(location)).toEqual({
    ...{ tab: 'overdue', layer: 12, status: 3, q: '106', sort: 'votes' },
    ...{ state: 'any', unit: 4, date: 'closed', from: '2026-11-01', minAge: 0 },
  });
  expect(parseInboxLocation(toInboxSearch(location))).toEqual(location);
});

test('parts that mean nothing are left out, and digits that were typed are a text', () => {
  const search = { tab: 'x', layer: 'y', status: 1.5, q: 106, sort: null };
  const figure = { state: 'x', unit: -1, from: '2026', minAge: 'x', cell: '0,1,2', date: 'born' };
  expect(parseInboxLocation({ ...search, ...figure })).toEqual({ ...defaultLocation, text: '106' });
});

const scope = { _class: 12, _unit: 3, _assignee: 7 };
const cell = { column: -4, row: 9, x: 0, y: 0, name: '', open: 1, overdue: 0 };

test.each([
  lists.open({}),
  lists.overdue(scope),
  lists.moment(scope, 'closed', { from: '2026-09-05', to: '2026-11-27' }),
  lists.moment({}, 'reopened', { from: '2026-09-05', to: '2026-11-27' }),
  lists.ages(scope, 0),
  lists.overdueOfAge({}, 5),
  lists.cell(scope, cell, 500),
])('the address of the figure %j asks the inbox for the same cases', (list) => {
  const href = toInboxHref('lv', list);
  expect(href.startsWith('#/lv/inbox?')).toBe(true);
  const location = parseInboxLocation(defaultParseSearch(href.slice(href.indexOf('?'))));
  expect(toCaseListQuery(location)).toEqual(list);
});
