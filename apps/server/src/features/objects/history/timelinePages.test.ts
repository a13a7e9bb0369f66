import { expect, test } from 'vitest';
import { type Cursor, formatCursor, mergePage, parseCursor, type TimedEntry } from './timelinePages.ts';

const entryAt = (cursor: Cursor): TimedEntry => ({
  cursor,
  entry: {
    key: formatCursor(cursor),
    at: new Date(cursor.ms).toISOString(),
    by: '',
    action: 'OBJECT_CHANGED',
    comment: null,
    isStatusNew: false,
    details: {},
  },
});
const keysOf = (keys: readonly { readonly key: string }[]) => keys.map(({ key }) => key);

test('entries of one millisecond stand in one order: comment, log, report', () => {
  const entries = ['5.0.9', '5.2.1', '5.1.7', '5.1.8', '6.0.1'].map((key) => entryAt(parseCursor(key)));
  const { items, next } = mergePage(entries, { before: undefined, size: 10 });
  expect(keysOf(items)).toEqual(['6.0.1', '5.2.1', '5.1.8', '5.1.7', '5.0.9']);
  expect(next).toBeNull();
});

test('pages follow each other without a gap and without a repetition', () => {
  const entries = Array.from({ length: 7 }, (_, index) =>
    entryAt({ ms: 100 + (index % 3), rank: index % 2 === 0 ? 1 : 2, id: index }),
  );
  const whole = keysOf(mergePage(entries, { before: undefined, size: 7 }).items);
  const read: string[] = [];
  let before: Cursor | undefined;
  for (;;) {
    const { items, next } = mergePage(entries, { before, size: 2 });
    read.push(...keysOf(items));
    if (next === null) break;
    before = parseCursor(next);
  }
  expect(read).toEqual(whole);
  expect(read).toHaveLength(7);
});
