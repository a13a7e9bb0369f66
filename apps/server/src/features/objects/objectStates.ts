/** What an object was after each of its changes, put together from old and new of what changed (D-LOG-01). Pure. */

export const stateFields = ['classId', 'name', 'description', 'isPublic', 'data', 'geometry'] as const;
export type StateField = (typeof stateFields)[number];
type Values = Readonly<Partial<Record<StateField, unknown>>>;

/** A change in the log, oldest first. Of a shape only that it was kept: its points are read when they are needed. */
export interface StateRow {
  readonly id: number;
  /** The object's version after it; undefined in rows from before versions were noted. */
  readonly version: number | undefined;
  readonly old: Values;
  readonly new: Values;
}

/** Where the value of a field stands: in a row of the log, or in the object as it is now. */
export type Source =
  | { readonly in: 'log'; readonly id: number; readonly side: 'old' | 'new' }
  | { readonly in: 'object' };

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
  for (let i = at + 1; i < rows.length; i += 1) {
    const row = rows[i];
    if (row === undefined || !follows(rows[i - 1]?.version, row.version)) return undefined;
    if (field in row.old) return { in: 'log', id: row.id, side: 'old' };
  }
  return rows.at(-1)?.version === version ? { in: 'object' } : undefined;
}

/** Backward: what this change or the last before it put there. */
function findBehind({ rows }: History, at: number, field: StateField): Source | undefined {
  for (let i = at; i >= 0; i -= 1) {
    const row = rows[i];
    if (row === undefined) return undefined;
    if (field in row.new) return { in: 'log', id: row.id, side: 'new' };
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
