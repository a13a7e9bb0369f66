import type { Transaction } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { Actor } from '../../plugins/Actor.ts';
import type { ShownLayer } from '../classifiers/index.ts';
import { auditObject, describeGeometry, describeStored } from './auditObject.ts';
import type { SeenObject } from './findSeenObject.ts';
import { type CheckedGeometry, checkValidity } from './parseGeometry.ts';
import { addKind, type ObjectChange, updateObjectRow } from './writeObject.ts';

export interface DecidedChange {
  readonly actor: Actor;
  readonly requestId: string;
  /** The locked object. */
  readonly seen: SeenObject;
  readonly target: ShownLayer;
  readonly change: ObjectChange;
  /** The row of the log whose state comes back. */
  readonly restoredFrom?: number;
}

/** A shape in place of another: of the same kind, and valid. */
export async function checkGeometry(
  db: Transaction<Schema>,
  { row }: SeenObject,
  geometry: CheckedGeometry,
): Promise<void> {
  if (geometry.kind !== row.kind)
    throw new AppError('GEOMETRY_KIND_CHANGED', { errors: [{ path: '/wkt', code: 'INVALID_GEOMETRY' }] });
  await checkValidity(db, geometry);
}

/** Writes what was decided, with its row in the log; false when nothing differs. */
export async function changeObject(db: Transaction<Schema>, decided: DecidedChange): Promise<boolean> {
  const { actor, requestId, seen, target, change, restoredFrom } = decided;
  const { row } = seen;
  const details = describeChange(seen, change);
  if (details === undefined) return false;
  await updateObjectRow(db, row.id, change);
  if (change.classId !== row.classId) await addKind(db, change.classId, row.kind);
  await auditObject(db, {
    actor,
    requestId,
    action: actionOf(decided),
    owner: target,
    id: row.id,
    name: change.name,
    details: { ...details, version: row.version + 1, ...(restoredFrom !== undefined && { restoredFrom }) },
  });
  return true;
}

function actionOf({ change, seen, restoredFrom }: DecidedChange) {
  if (restoredFrom !== undefined) return 'OBJECT_STATE_RESTORED';
  return change.classId === seen.row.classId ? 'OBJECT_CHANGED' : 'OBJECT_MOVED_TO_LAYER';
}

/** Old and new of what differs; undefined when nothing does. */
function describeChange({ row }: SeenObject, change: ObjectChange): Record<string, unknown> | undefined {
  const fields = ['classId', 'name', 'description', 'isPublic', 'data'] as const;
  const text = (value: unknown): string =>
    typeof value === 'object' && value !== null
      ? JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : String(value);
  const changed = fields.filter((field) => text(row[field]) !== text(change[field]));
  if (changed.length === 0 && change.geometry === undefined) return undefined;
  const only = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((field) => [field, values[field]]));
  const { geometry } = change;
  return {
    old: { ...only({ ...row }), ...(geometry && { geometry: describeStored(row.wkt) }) },
    new: { ...only({ ...change }), ...(geometry && { geometry: describeGeometry(geometry) }) },
  };
}
