import { expect, test } from 'vitest';
import { defaultLocation, parseInboxLocation, toInboxSearch } from './inboxLocation.ts';

test('an address without a search names one’s own cases, those due first', () => {
  expect(parseInboxLocation({})).toEqual(defaultLocation);
  expect(toInboxSearch(defaultLocation)).toEqual({});
});

test('every part goes to the address and comes back', () => {
  const location = { tab: 'overdue', layerId: 12, statusId: 3, text: '106', sort: 'votes' } as const;
  expect(toInboxSearch(location)).toEqual({ tab: 'overdue', layer: 12, status: 3, q: '106', sort: 'votes' });
  expect(parseInboxLocation(toInboxSearch(location))).toEqual(location);
});

test('parts that mean nothing are left out, and digits that were typed are a text', () => {
  expect(parseInboxLocation({ tab: 'x', layer: 'y', status: 1.5, q: 106, sort: null })).toEqual({
    ...defaultLocation,
    text: '106',
  });
});
