import { expect, test } from 'vitest';
import { toObjectDetails, valueAfter } from './bulkEntry.ts';

test('D-LOG-01: the history of an object shows its own values of a bulk edit, and how many others there were', () => {
  const details = {
    field: 'state',
    new: { data: { state: 'good' } },
    count: 3,
    left: 1,
    undoOf: 12,
    objects: 'of all',
  };
  expect(toObjectDetails(details, { version: 4, old: 'bad' })).toEqual({
    count: 3,
    undoOf: 12,
    objects: 'of all',
    version: 4,
    old: { data: { state: 'bad' } },
    new: { data: { state: 'good' } },
  });
  expect(toObjectDetails({ new: { content: 'x' }, count: 2, left: 0 }, { commentId: 7 })).toEqual({
    new: { content: 'x' },
    count: 2,
    commentId: 7,
  });
});

test('the value after a bulk edit is that of all, or the object’s own when it was undone', () => {
  const field = 'state';
  expect(valueAfter({ field, new: { data: { state: 'good' } } }, { version: 2, old: 'bad' })).toBe('good');
  expect(valueAfter({ field, new: { data: { state: null } } }, { version: 2, old: 'bad' })).toBeUndefined();
  expect(valueAfter({ field }, { version: 2, old: 'bad', new: 'fair' })).toBe('fair');
  expect(valueAfter({ field }, { version: 2, old: 'bad' })).toBeUndefined();
});
