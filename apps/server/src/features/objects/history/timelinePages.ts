import type { TimelineEntry } from '@pgis/contract';

/** Position of an entry. Of one millisecond the comment is newer than a row of the log, which is newer than the report. */
export interface Cursor {
  /** Milliseconds since 1970. */
  readonly ms: number;
  readonly rank: 0 | 1 | 2;
  readonly id: number;
}

export interface TimedEntry {
  readonly cursor: Cursor;
  readonly entry: TimelineEntry;
}

export const formatCursor = ({ ms, rank, id }: Cursor): string => `${ms}.${rank}.${id}`;

/** The contract has checked the form. */
export function parseCursor(text: string): Cursor {
  const [ms = 0, rank = 0, id = 0] = text.split('.').map(Number);
  return { ms, rank: rank as Cursor['rank'], id };
}

/** Positive if `a` is older than `b`. */
const compareNewestFirst = (a: Cursor, b: Cursor): number => b.ms - a.ms || b.rank - a.rank || b.id - a.id;

interface PageRequest {
  /** Entry after which the page begins; undefined for the first page. */
  readonly before: Cursor | undefined;
  readonly size: number;
}

/** The next `size` entries, newest first; `next` is null at the end. */
export function mergePage(
  entries: readonly TimedEntry[],
  { before, size }: PageRequest,
): { items: TimelineEntry[]; next: string | null } {
  const older = entries
    .filter(({ cursor }) => before === undefined || compareNewestFirst(cursor, before) > 0)
    .toSorted((a, b) => compareNewestFirst(a.cursor, b.cursor));
  const items = older.slice(0, size).map(({ entry }) => entry);
  return { items, next: older.length > size ? (items.at(-1)?.key ?? null) : null };
}
