import type { ComparedCase } from '@pgis/contract';
import { expect, test } from 'vitest';
import type { TFunction } from '../../i18n/index.ts';
import { findHiddenCase, mergeWarnings } from './mergeWarnings.ts';
import { proposeKept } from './proposeKept.ts';

const compared = (id: number, more: Partial<ComparedCase> = {}) =>
  ({
    ...{ id, classId: 1, x: 2_683_000, y: 7_750_000, upvoteCount: 0, isPublic: true },
    ...{ createdAt: `2026-11-0${id}T08:00:00.000Z` },
    ...more,
  }) as ComparedCase;
const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as unknown as TFunction;
const warn = (others: readonly ComparedCase[]) => mergeWarnings(compared(1), others, { t, language: 'en' });

test('a case far away and one of another layer are named, near ones are not', () => {
  expect(warn([compared(2, { x: 2_683_100 })])).toEqual([]);
  expect(warn([compared(2, { x: 2_685_000 }), compared(3, { classId: 2 })])).toEqual([
    expect.stringMatching(/^MERGING.FAR .*"0-2".*1\.\d+\skm/),
    'MERGING.OTHER_LAYER {"number":"0-3"}',
  ]);
});

test('a hidden case stops a merge into a public one, and no other', () => {
  const hidden = compared(2, { isPublic: false });
  expect(findHiddenCase(compared(1), [compared(3), hidden])).toBe(hidden);
  expect(findHiddenCase(hidden, [compared(1)])).toBeUndefined();
  expect(findHiddenCase(compared(1), [compared(2)])).toBeUndefined();
});

test('most votes stay, then the oldest', () => {
  expect(proposeKept([compared(3), compared(2), compared(4)])?.id).toBe(2);
  expect(proposeKept([compared(3), compared(4, { upvoteCount: 1 })])?.id).toBe(4);
  expect(proposeKept([])).toBeUndefined();
});
