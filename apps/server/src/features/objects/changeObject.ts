import type { Transaction } from 'kysely';
import type { Actor } from '../../access/Actor.ts';
import { openCase } from '../../cases/caseRows.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Layer } from '../../layers/Layer.ts';
import { auditObject, describeGeometry, describeStored } from '../../objects/auditObject.ts';
import type { VisibleObject } from '../../objects/getVisibleObject.ts';
import { type CheckedGeometry, checkValidity } from '../../objects/parseGeometry.ts';
import { addKind, type ObjectChange, updateObjectRow } from '../../objects/writeObject.ts';
import type { Clock } from '../../runtime/Clock.ts';

export interface DecidedChange {
  readonly actor: Actor;
  readonly requestId: string;
  /** The locked object. */
  readonly object: VisibleObject;
  readonly target: Layer;
  readonly change: ObjectChange;
  /** Log id of the restored state. */
  readonly restoredFrom?: number;
}

/** Checks a new shape: valid, and of the same kind as the old one. */
export async function checkGeometry(
  db: Transaction<Schema>,
  { row }: VisibleObject,
  geometry: CheckedGeometry,
): Promise<void> {
  if (geometry.kind !== row.kind)
    throw new AppError('GEOMETRY_KIND_CHANGED', { errors: [{ path: '/wkt', code: 'INVALID_GEOMETRY' }] });
  await checkValidity(db, geometry);
}

/** Writes a change and its row in the log; false when nothing differs. */
export async function changeObject(
  db: Transaction<Schema>,
  clock: Clock,
  decided: DecidedChange,
): Promise<boolean> {
  const { actor, requestId, object, target, change, restoredFrom } = decided;
  const { row } = object;
  const details = describeChange(object, change);
  if (details === undefined) return false;
  await updateObjectRow(db, row.id, change);
  const isMoved = change.classId !== row.classId;
  if (isMoved) await addKind(db, change.classId, row.kind);
  await auditObject(db, {
    actor,
    requestId,
    action: actionOf(decided),
    owner: target,
    id: row.id,
    name: change.name,
    details: { ...details, version: row.version + 1, ...(restoredFrom !== undefined && { restoredFrom }) },
  });
  if (isMoved) await openCase(db, clock, { layer: target, id: row.id, name: change.name, actor, requestId });
  return true;
}

function actionOf({ change, object, restoredFrom }: DecidedChange) {
  if (restoredFrom !== undefined) return 'OBJECT_STATE_RESTORED';
  return change.classId === object.row.classId ? 'OBJECT_CHANGED' : 'OBJECT_MOVED_TO_LAYER';
}

/** Old and new values that differ; undefined when none does. */
function describeChange({ row }: VisibleObject, change: ObjectChange): Record<string, unknown> | undefined {
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
