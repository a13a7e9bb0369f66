import type { AuditAction, CommentId, StatusId } from '@pgis/contract';
import type { ObjectData } from './parseData.ts';

/** Log entry of a bulk edit: the change, and the values of each object by its id. */

export type BulkAction = Extract<AuditAction, 'OBJECTS_CHANGED' | 'COMMENTS_ADDED' | 'COMMENTS_DELETED'>;

type DataValue = ObjectData[string];

/** `old` and `new` are missing where there was, or is, no value. */
export interface FieldChange {
  readonly version: number;
  readonly old?: DataValue;
  /** Present when the new value is not the same for all objects. */
  readonly new?: DataValue;
}

export interface FieldEntry {
  readonly field: string;
  /** The new value of all objects, null where the field was emptied; missing when an undo gave each its own. */
  readonly new?: { readonly data: Readonly<Record<string, string | null>> };
  readonly undoOf?: number;
  readonly count: number;
  readonly objects: Readonly<Record<string, FieldChange>>;
}

export interface CommentEntry {
  /** `new` for added comments, `old` for comments deleted by undoing. */
  readonly new?: BulkComment;
  readonly old?: BulkComment;
  readonly undoOf?: number;
  readonly count: number;
  readonly objects: Readonly<Record<string, { readonly commentId: CommentId }>>;
}

export interface BulkComment {
  readonly content: string;
  readonly statusId: StatusId;
  readonly isPublic: boolean;
}

/** The field's value after the change; undefined when the field was emptied. */
export const valueAfter = (
  entry: Pick<FieldEntry, 'field' | 'new'>,
  change: FieldChange,
): DataValue | undefined =>
  entry.new === undefined ? change.new : (entry.new.data[entry.field] ?? undefined);

/** Returns the details for the history of one object; of the other objects it names only the number. */
export function toObjectDetails(
  details: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { left: _, ...shared } = details;
  if (typeof shared.field !== 'string') return { ...shared, ...change };
  const { field, new: __, ...facts } = shared as unknown as FieldEntry;
  const own = change as unknown as FieldChange;
  return {
    ...facts,
    version: own.version,
    old: { data: { [field]: own.old } },
    new: { data: { [field]: valueAfter(details as unknown as FieldEntry, own) } },
  };
}
