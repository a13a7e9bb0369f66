import type { BodyOf, Geom, ObjectId, ShapeSize, updateGeom } from '@pgis/contract';
import type { Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import type { Layer } from '../../layers/Layer.ts';
import { layerPermissions } from '../../layers/layerPermissions.ts';
import { listLayersById } from '../../layers/listLayersById.ts';
import { objectKinds } from '../../layers/ObjectKind.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { getVisibleObject, type VisibleObject } from '../../objects/getVisibleObject.ts';
import type { ObjectRow } from '../../objects/ObjectRow.ts';
import { type CheckedGeometry, parseGeometry, sizeOfWkt } from '../../objects/parseGeometry.ts';
import { checkReferences } from '../../objects/references/checkReferences.ts';
import { withComputed } from '../../objects/references/withComputed.ts';
import { toGeom } from '../../objects/toGeom.ts';
import type { ObjectChange } from '../../objects/writeObject.ts';
import { getDrawingLayer, getFittingData, readData } from './addObject.ts';
import { changeObject, checkGeometry } from './changeObject.ts';

export interface UpdateRequest extends Reader {
  readonly id: ObjectId;
  readonly body: BodyOf<typeof updateGeom>;
  /** Undefined: any version. */
  readonly expectedVersion: number | undefined;
  readonly requestId: string;
}

/** D-OBJ-05. The row is locked first, so of two changes that start from one version the second is stale. */
export async function updateObject({ database, clock }: AppDeps, request: UpdateRequest): Promise<Geom> {
  const geometry = request.body.wkt ? parseGeometry(request.body.wkt) : undefined;
  return await inTransaction(database, {}, async (db) => {
    const object = await getVisibleObject(db, request, request.id, { forUpdate: true });
    if (!object.rights.edits) throw new AppError('FORBIDDEN');
    await checkIsCurrent(db, request, object);
    checkNothingIsEmptied(request, object);
    const target = await getTarget(db, request, object);
    if (geometry !== undefined) await checkGeometry(db, object, geometry);
    const change = toChange(request, object, { target, geometry });
    const { actor, requestId } = request;
    await checkReferences(db, actor, target, { data: change.data, before: object.row.data });
    const isChanged = await changeObject(db, clock, { actor, requestId, object, target, change });
    const saved = isChanged ? await getVisibleObject(db, request, request.id) : object;
    return toGeom(await withComputed(db, request, saved));
  });
}

/** Refuses a stale version, and an object that was moved out of the layer it was opened in. */
async function checkIsCurrent(
  db: Transaction<Schema>,
  { body: { oldClassId }, expectedVersion }: UpdateRequest,
  object: VisibleObject,
): Promise<void> {
  const isStale = expectedVersion !== undefined && expectedVersion !== object.row.version;
  const isMoved =
    typeof oldClassId === 'number' &&
    oldClassId !== object.row.classId &&
    (await listLayersById(db, [oldClassId]))[0]?.ownerId !== object.row.classId;
  if (isStale || isMoved) throw new AppError('OBJECT_CHANGED', { current: toGeom(object) });
}

/** DRAW-03, DRAW-05: texts are required, but a text that an import left empty may stay empty (D-OBJ-12). */
function checkNothingIsEmptied({ body }: UpdateRequest, { row }: VisibleObject): void {
  for (const field of ['name', 'description'] as const) {
    if (body[field] === '' && row[field] !== '')
      throw validationError({ path: `/${field}`, code: 'TOO_SHORT' });
  }
}

/** The layer to move to, which takes the right to add there. Ids carry the company, so it stays the same. */
async function getTarget(
  db: Transaction<Schema>,
  { actor, body: { classId } }: UpdateRequest,
  { owner }: VisibleObject,
): Promise<Layer> {
  if (classId === owner.id) return owner;
  const target = await getDrawingLayer(db, actor, classId);
  const isAllowed = target.companyId === owner.companyId && layerPermissions(actor, target).adds === 'yes';
  if (!isAllowed) throw new AppError('FORBIDDEN');
  return target;
}

/** The size as forms read it: that of the database, which may differ from ours in its last digits. */
const storedSize = ({ kind, measure }: ObjectRow): ShapeSize => ({
  ...(kind === objectKinds.line && { lengthM: measure }),
  ...(kind === objectKinds.polygon && { areaM2: measure }),
});

function toChange(
  { body }: UpdateRequest,
  { row }: VisibleObject,
  { target, geometry }: { readonly target: Layer; readonly geometry: CheckedGeometry | undefined },
): ObjectChange {
  const changed = geometry?.wkt === row.wkt ? undefined : geometry;
  // Keys that the object has already may stay, also those from an import that are no fields.
  const known = target.ownerId === row.classId ? Object.keys(row.data) : [];
  return {
    classId: target.ownerId,
    geometry: changed,
    name: body.name,
    description: body.description,
    data: getFittingData(target, readData(body.data, target, known) ?? row.data, {
      before: row.data,
      size: () => (changed === undefined ? storedSize(row) : sizeOfWkt(changed.wkt)),
    }),
    isPublic: body.isPublic ?? row.isPublic,
  };
}
