/** What an object was after each of its changes, put together from old and new of what changed (D-LOG-01). Pure. */

export const stateFields = ['classId', 'name', 'description', 'isPublic', 'data', 'geometry'] as const;
export type StateField = (typeof stateFields)[number];
type Values = Readonly<Partial<Record<StateField, unknown>>>;

/** One value of the data, before and after a change that touched no other; undefined for none. */
export interface Patch {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** A change in the log, oldest first. Of a shape only that it was kept: its points are read when they are needed. */
export interface StateRow {
  readonly id: number;
  /** The object's version after it; undefined in rows from before versions were noted. */
  readonly version: number | undefined;
  readonly old: Values;
  readonly new: Values;
  /** Of a change of many objects, which keeps of each no more than the one value. */
  readonly patch?: Patch | undefined;
}

/** A value of the data that was another one; undefined: there was none. */
interface Setting {
  readonly field: string;
  readonly value: unknown;
}

/**
 * Where the value of a field stands: in a row of the log, or in the object as it is now. Of the data, `settings` lead
 * from what stands there to what was, in this order.
 */
export type Source = (
  | { readonly in: 'log'; readonly id: number; readonly side: 'old' | 'new' }
  | { readonly in: 'object' }
) & { readonly settings: readonly Setting[] };

export interface History {
  readonly rows: readonly StateRow[];
  /** The object's version now. */
  readonly version: number;
}

/** Nothing happened between two versions that is not in the log (an import or a renamed field is not, for one object). */
const follows = (before: number | undefined, after: number | undefined): boolean =>
  before !== undefined && after !== undefined && after === before + 1;

/** Forward: what the next change of the field replaced, or what stands there still. */
function findAhead({ rows, version }: History, at: number, field: StateField): Source | undefined {
  // The latest first: each gives back what it replaced.
  const settings: Setting[] = [];
  for (let i = at + 1; i < rows.length; i += 1) {
    const row = rows[i];
    if (row === undefined || !follows(rows[i - 1]?.version, row.version)) return undefined;
    if (field in row.old) return { in: 'log', id: row.id, side: 'old', settings };
    if (field === 'data' && row.patch) settings.unshift({ field: row.patch.field, value: row.patch.old });
  }
  return rows.at(-1)?.version === version ? { in: 'object', settings } : undefined;
}

/** Backward: what this change or the last before it put there. */
function findBehind({ rows }: History, at: number, field: StateField): Source | undefined {
  const settings: Setting[] = [];
  for (let i = at; i >= 0; i -= 1) {
    const row = rows[i];
    if (row === undefined) return undefined;
    if (field in row.new) return { in: 'log', id: row.id, side: 'new', settings };
    if (field === 'data' && row.patch) settings.unshift({ field: row.patch.field, value: row.patch.new });
    if (!follows(rows[i - 1]?.version, row.version)) return undefined;
  }
  return undefined;
}

export type State = Readonly<Record<StateField, Source>>;

/** Where each value of the object after the change `rows[at]` is; undefined when one of them is not known for sure. */
export function findState(history: History, at: number): State | undefined {
  const entries = stateFields.map(
    (field) => [field, findBehind(history, at, field) ?? findAhead(history, at, field)] as const,
  );
  return entries.every(([, source]) => source !== undefined)
    ? (Object.fromEntries(entries) as State)
    : undefined;
}

/** Data from where they stand, as they were. */
export function withSettings(
  data: Readonly<Record<string, unknown>>,
  settings: readonly Setting[],
): Record<string, unknown> {
  const values = new Map(Object.entries(data));
  for (const { field, value } of settings) {
    if (value === undefined) values.delete(field);
    else values.set(field, value);
  }
  return Object.fromEntries(values);
}
