/**
 * Rebuilds the states of an object after each of its changes from the old and new values in the log
 * (D-LOG-01). Pure.
 */

export const stateFields = ['classId', 'name', 'description', 'isPublic', 'data', 'geometry'] as const;
export type StateField = (typeof stateFields)[number];
type Values = Readonly<Partial<Record<StateField, unknown>>>;

/** One value of the data, before and after a change that touched no other; undefined for none. */
export interface Patch {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

/**
 * A change in the log, oldest first. A shape is only marked as changed: its vertices are read when they are
 * needed.
 */
export interface StateRow {
  readonly id: number;
  /** Version of the object after the change; undefined in rows older than version numbers. */
  readonly version: number | undefined;
  readonly old: Values;
  readonly new: Values;
  /** Present in a change of many objects, which stores only one value of each. */
  readonly patch?: Patch | undefined;
}

/** An earlier value of the data; undefined means that there was none. */
interface Setting {
  readonly field: string;
  readonly value: unknown;
}

/**
 * Location of the value of a field: in a row of the log, or in the present object. `settings` lead from
 * the stored data to the earlier data, in this order.
 */
export type Source = (
  | { readonly in: 'log'; readonly id: number; readonly side: 'old' | 'new' }
  | { readonly in: 'object' }
) & { readonly settings: readonly Setting[] };

export interface History {
  readonly rows: readonly StateRow[];
  /** Present version of the object. */
  readonly version: number;
}

/**
 * True when nothing happened between two versions outside the log (the log has no row of a single object for
 * an import or a renamed field).
 */
const follows = (before: number | undefined, after: number | undefined): boolean =>
  before !== undefined && after !== undefined && after === before + 1;

/**
 * Looks forward: the value that `rows[from]` or the next change of the field replaced, or the present one. The caller
 * knows that nothing happened between the wanted state and `rows[from]`.
 */
function findAhead({ rows, version }: History, from: number, field: StateField): Source | undefined {
  // Latest first: each restores what it replaced.
  const settings: Setting[] = [];
  for (let i = from; i < rows.length; i += 1) {
    const row = rows[i];
    if (row === undefined || (i > from && !follows(rows[i - 1]?.version, row.version))) return undefined;
    if (field in row.old) return { in: 'log', id: row.id, side: 'old', settings };
    if (field === 'data' && row.patch) settings.unshift({ field: row.patch.field, value: row.patch.old });
  }
  return rows.at(-1)?.version === version ? { in: 'object', settings } : undefined;
}

/** Looks backward: the value that this change, or the last one before it, wrote. */
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

/**
 * Sources of all values of the object after the change `rows[at]`; undefined when one of them is not known
 * for certain.
 */
export function findState(history: History, at: number): State | undefined {
  const next = history.rows[at + 1];
  const isNextKnown = next === undefined || follows(history.rows[at]?.version, next.version);
  return toState(
    (field) =>
      findBehind(history, at, field) ?? (isNextKnown ? findAhead(history, at + 1, field) : undefined),
  );
}

/**
 * Sources of all values of the object before the change `rows[at]`, for a state that no earlier change has written: that
 * of an object that was imported, or imported again. Undefined if an earlier change has written it, or if one of the
 * values is not known for certain.
 */
export function findStateBefore(history: History, at: number): State | undefined {
  const row = history.rows[at];
  if (row === undefined || isAddition(row) || hasEarlierResult(history, at)) return undefined;
  return toState((field) => findAhead(history, at, field));
}

const isAddition = (row: StateRow): boolean => Object.keys(row.old).length === 0 && row.patch === undefined;

/** True if an earlier change has written the state before `rows[at]`; deleting and restoring write none. */
function hasEarlierResult({ rows }: History, at: number): boolean {
  for (let i = at; follows(rows[i - 1]?.version, rows[i]?.version); i -= 1) {
    const before = rows[i - 1];
    if (before !== undefined && (Object.keys(before.new).length > 0 || before.patch !== undefined))
      return true;
  }
  return false;
}

function toState(find: (field: StateField) => Source | undefined): State | undefined {
  const entries = stateFields.map((field) => [field, find(field)] as const);
  return entries.every(([, source]) => source !== undefined)
    ? (Object.fromEntries(entries) as State)
    : undefined;
}

/** Applies the settings to stored data and returns the earlier data. */
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
