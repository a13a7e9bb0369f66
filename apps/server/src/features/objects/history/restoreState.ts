import type { Geom, HistorySide, LayerId, LogRowId } from '@pgis/contract';
import type { Transaction } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import type { Layer } from '../../../layers/Layer.ts';
import { layerPermissions } from '../../../layers/layerPermissions.ts';
import { listLayersById } from '../../../layers/listLayersById.ts';
import { getVisibleObject, type VisibleObject } from '../../../objects/getVisibleObject.ts';
import type { ObjectData } from '../../../objects/parseData.ts';
import { parseGeometry } from '../../../objects/parseGeometry.ts';
import { toGeom } from '../../../objects/toGeom.ts';
import type { ObjectChange } from '../../../objects/writeObject.ts';
import { changeObject, checkGeometry } from '../changeObject.ts';
import type { ObjectRequest } from '../deleteObject.ts';
import { type StateField, stateFields } from './objectStates.ts';
import { findStateAt, readSource } from './readHistory.ts';

export interface RestoreStateRequest extends ObjectRequest {
  /** Log id of the change. */
  readonly entryId: LogRowId;
  /** `after` restores the result of the change, `before` the state that it changed. */
  readonly side: HistorySide;
  /** Undefined: any version. */
  readonly expectedVersion: number | undefined;
}

/** Passes the same gates as any change; STATE_GONE for a state that is not fully known or whose layer was deleted. */
export async function restoreObjectState(
  { database, clock }: AppDeps,
  request: RestoreStateRequest,
): Promise<Geom> {
  const { actor, id, entryId, side, expectedVersion, requestId } = request;
  return await inTransaction(database, {}, async (db) => {
    const object = await getVisibleObject(db, request, id, { forUpdate: true });
    if (!object.rights.edits) throw new AppError('FORBIDDEN');
    if (expectedVersion !== undefined && expectedVersion !== object.row.version)
      throw new AppError('OBJECT_CHANGED', { current: toGeom(object) });
    const values = await readValues(db, object, { entryId, side });
    const target = await getFormerLayer(db, request, {
      owner: object.owner,
      classId: values.classId as number,
    });
    const change = await toChange(db, object, { target, values });
    await changeObject(db, clock, { actor, requestId, object, target, change, restoredFrom: entryId });
    return toGeom(await getVisibleObject(db, request, id));
  });
}

async function readValues(
  db: Transaction<Schema>,
  object: VisibleObject,
  entry: { readonly entryId: LogRowId; readonly side: HistorySide },
): Promise<Record<StateField, unknown>> {
  const state = await findStateAt(db, object, entry);
  if (state === undefined) throw new AppError('STATE_GONE');
  const values: Partial<Record<StateField, unknown>> = {};
  for (const field of stateFields)
    values[field] = await readSource(db, object, { field, source: state[field] });
  // A value may have been erased for privacy.
  if (stateFields.some((field) => values[field] === undefined || values[field] === null))
    throw new AppError('STATE_GONE');
  return values as Record<StateField, unknown>;
}

/** The layer it belonged to; moving back takes the right to add there. */
async function getFormerLayer(
  db: Transaction<Schema>,
  { actor }: RestoreStateRequest,
  { owner, classId }: { readonly owner: VisibleObject['owner']; readonly classId: LayerId },
): Promise<Layer> {
  if (classId === owner.id) return owner;
  const [layer] = await listLayersById(db, [classId]);
  if (layer === undefined || layer.companyId !== owner.companyId || layer.ownerId !== classId)
    throw new AppError('STATE_GONE');
  if (layerPermissions(actor, layer).adds !== 'yes') throw new AppError('FORBIDDEN');
  return layer;
}

/** Leaves out values of fields that the layer no longer has, unless the object still has the key. */
async function toChange(
  db: Transaction<Schema>,
  object: VisibleObject,
  { target, values }: { readonly target: Layer; readonly values: Readonly<Record<StateField, unknown>> },
): Promise<ObjectChange> {
  const geometry = parseGeometry(String(values.geometry));
  await checkGeometry(db, object, geometry);
  const known = new Set([...target.fieldNames, ...Object.keys(object.row.data)]);
  const data = Object.fromEntries(
    Object.entries(values.data as ObjectData).filter(([key]) => known.has(key)),
  );
  return {
    classId: target.ownerId,
    geometry: geometry.wkt === object.row.wkt ? undefined : geometry,
    name: String(values.name),
    description: String(values.description),
    data,
    isPublic: values.isPublic === true,
  };
}
