import type { AuditAction } from '@pgis/contract';
import type { ObjectData } from './parseData.ts';

/** The row of the log that a change of many objects leaves: what was done, and of each object by its id what is its own. */

export type BulkAction = Extract<AuditAction, 'OBJECTS_CHANGED' | 'COMMENTS_ADDED' | 'COMMENTS_DELETED'>;

type DataValue = ObjectData[string];

/** `old` and `new` are missing where there was, or is, no value. */
export interface FieldPart {
  readonly version: number;
  readonly old?: DataValue;
  /** Where it is not the same for all. */
  readonly new?: DataValue;
}

export interface FieldEntry {
  readonly field: string;
  /** The value of all of them, null where it was emptied; undoing gives each its own. */
  readonly new?: { readonly data: Readonly<Record<string, string | null>> };
  readonly undoOf?: number;
  readonly count: number;
  readonly objects: Readonly<Record<string, FieldPart>>;
}

export interface CommentEntry {
  /** `new` of added ones, `old` of those that were taken back. */
  readonly new?: BulkComment;
  readonly old?: BulkComment;
  readonly undoOf?: number;
  readonly count: number;
  readonly objects: Readonly<Record<string, { readonly commentId: number }>>;
}

export interface BulkComment {
  readonly content: string;
  readonly statusId: number;
  readonly isPublic: boolean;
}

/** What the field of an object held after the change; undefined for nothing. */
export const valueAfter = (
  entry: Pick<FieldEntry, 'field' | 'new'>,
  part: FieldPart,
): DataValue | undefined => (entry.new === undefined ? part.new : (entry.new.data[entry.field] ?? undefined));

/** As a row about one object tells it: nothing of the others but how many there were. */
export function toObjectDetails(
  details: Readonly<Record<string, unknown>>,
  part: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { left: _, ...told } = details;
  if (typeof told.field !== 'string') return { ...told, ...part };
  const { field, new: __, ...facts } = told as unknown as FieldEntry;
  const own = part as unknown as FieldPart;
  return {
    ...facts,
    version: own.version,
    old: { data: { [field]: own.old } },
    new: { data: { [field]: valueAfter(details as unknown as FieldEntry, own) } },
  };
}
