import type { Geom } from '@pgis/contract';
import type { Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import { findShownLayers, layerRights, type ShownLayer } from '../classifiers/index.ts';
import { changeObject, checkGeometry } from './changeObject.ts';
import type { ObjectRequest } from './deleteObject.ts';
import { getSeenObject, type SeenObject } from './findSeenObject.ts';
import { type StateField, stateFields } from './objectStates.ts';
import type { ObjectData } from './parseData.ts';
import { parseGeometry } from './parseGeometry.ts';
import { findStateAfter, readSource } from './readHistory.ts';
import { toGeom } from './toGeom.ts';
import type { ObjectChange } from './writeObject.ts';

export interface RestoreStateRequest extends ObjectRequest {
  /** The change after which the object was what it is to be again. */
  readonly entryId: number;
  /** Undefined: whatever it is now. */
  readonly expectedVersion: number | undefined;
}

/** The same gates as any other change; a state that is not known whole, or whose layer has gone, is STATE_GONE. */
export async function restoreObjectState({ database }: AppDeps, request: RestoreStateRequest): Promise<Geom> {
  const { actor, id, entryId, expectedVersion, requestId } = request;
  return await inTransaction(database, {}, async (db) => {
    const seen = await getSeenObject(db, request, id, { forUpdate: true });
    if (!seen.rights.edits) throw new AppError('FORBIDDEN');
    if (expectedVersion !== undefined && expectedVersion !== seen.row.version)
      throw new AppError('OBJECT_CHANGED', { current: toGeom(seen) });
    const values = await readValues(db, seen, entryId);
    const target = await getFormerLayer(db, request, seen, values.classId as number);
    const change = await toChange(db, seen, target, values);
    await changeObject(db, { actor, requestId, seen, target, change, restoredFrom: entryId });
    return toGeom(await getSeenObject(db, request, id));
  });
}

async function readValues(
  db: Transaction<Schema>,
  seen: SeenObject,
  entryId: number,
): Promise<Record<StateField, unknown>> {
  const state = await findStateAfter(db, seen, entryId);
  if (state === undefined) throw new AppError('STATE_GONE');
  const values: Partial<Record<StateField, unknown>> = {};
  for (const field of stateFields) values[field] = await readSource(db, seen, field, state[field]);
  // Erased for privacy, for one.
  if (stateFields.some((field) => values[field] === undefined || values[field] === null))
    throw new AppError('STATE_GONE');
  return values as Record<StateField, unknown>;
}

/** Where it belonged; going back there needs the right to add there. */
async function getFormerLayer(
  db: Transaction<Schema>,
  { actor }: RestoreStateRequest,
  { owner }: SeenObject,
  classId: number,
): Promise<ShownLayer> {
  if (classId === owner.id) return owner;
  const [layer] = await findShownLayers(db, [classId]);
  if (layer === undefined || layer.companyId !== owner.companyId || layer.ownerId !== classId)
    throw new AppError('STATE_GONE');
  if (layerRights(actor, layer).adds !== 'yes') throw new AppError('FORBIDDEN');
  return layer;
}

/** Values of fields that the layer no longer has stay away, unless the object has kept such a key. */
async function toChange(
  db: Transaction<Schema>,
  seen: SeenObject,
  target: ShownLayer,
  values: Readonly<Record<StateField, unknown>>,
): Promise<ObjectChange> {
  const geometry = parseGeometry(String(values.geometry));
  await checkGeometry(db, seen, geometry);
  const known = new Set([...target.fieldNames, ...Object.keys(seen.row.data)]);
  const data = Object.fromEntries(
    Object.entries(values.data as ObjectData).filter(([key]) => known.has(key)),
  );
  return {
    classId: target.ownerId,
    geometry: geometry.wkt === seen.row.wkt ? undefined : geometry,
    name: String(values.name),
    description: String(values.description),
    data,
    isPublic: values.isPublic === true,
  };
}
