import type { BodyOf, Geom, updateGeom } from '@pgis/contract';
import type { Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { Reader, ShownLayer } from '../classifiers/index.ts';
import { findShownLayers, layerRights } from '../classifiers/index.ts';
import { getDrawingLayer, readData } from './addObject.ts';
import { changeObject, checkGeometry } from './changeObject.ts';
import { getSeenObject, type SeenObject } from './findSeenObject.ts';
import { type CheckedGeometry, parseGeometry } from './parseGeometry.ts';
import { toGeom } from './toGeom.ts';
import type { ObjectChange } from './writeObject.ts';

export interface UpdateRequest extends Reader {
  readonly id: number;
  readonly body: BodyOf<typeof updateGeom>;
  /** Undefined: whatever it is now. */
  readonly expectedVersion: number | undefined;
  readonly requestId: string;
}

/** D-OBJ-05. The whole change is decided on a locked row, so of two that start from one version the second is stale. */
export async function updateObject({ database }: AppDeps, request: UpdateRequest): Promise<Geom> {
  const geometry = request.body.wkt ? parseGeometry(request.body.wkt) : undefined;
  return await inTransaction(database, {}, async (db) => {
    const seen = await getSeenObject(db, request, request.id, { forUpdate: true });
    if (!seen.rights.edits) throw new AppError('FORBIDDEN');
    await checkIsCurrent(db, request, seen);
    checkNothingIsEmptied(request, seen);
    const target = await getTarget(db, request, seen);
    if (geometry !== undefined) await checkGeometry(db, seen, geometry);
    const change = toChange(request, seen, target, geometry);
    const { actor, requestId } = request;
    if (!(await changeObject(db, { actor, requestId, seen, target, change }))) return toGeom(seen);
    return toGeom(await getSeenObject(db, request, request.id));
  });
}

/** A stale version, or an object that somebody has meanwhile moved out of the layer it was opened in. */
async function checkIsCurrent(
  db: Transaction<Schema>,
  { body: { oldClassId }, expectedVersion }: UpdateRequest,
  seen: SeenObject,
): Promise<void> {
  const isStale = expectedVersion !== undefined && expectedVersion !== seen.row.version;
  const isMoved =
    typeof oldClassId === 'number' &&
    oldClassId !== seen.row.classId &&
    (await findShownLayers(db, [oldClassId]))[0]?.ownerId !== seen.row.classId;
  if (isStale || isMoved) throw new AppError('OBJECT_CHANGED', { current: toGeom(seen) });
}

/** DRAW-03, DRAW-05: texts are required, but where an import has left none there still is none (D-OBJ-12). */
function checkNothingIsEmptied({ body }: UpdateRequest, { row }: SeenObject): void {
  for (const field of ['name', 'description'] as const) {
    if (body[field] === '' && row[field] !== '')
      throw validationError({ path: `/${field}`, code: 'TOO_SHORT' });
  }
}

/** The layer it is to belong to; moving it there needs the right to add there too. Ids carry the company: it stays. */
async function getTarget(
  db: Transaction<Schema>,
  { actor, body: { classId } }: UpdateRequest,
  { owner }: SeenObject,
): Promise<ShownLayer> {
  if (classId === owner.id) return owner;
  const target = await getDrawingLayer(db, actor, classId);
  const isAllowed = target.companyId === owner.companyId && layerRights(actor, target).adds === 'yes';
  if (!isAllowed) throw new AppError('FORBIDDEN');
  return target;
}

function toChange(
  { body }: UpdateRequest,
  { row }: SeenObject,
  target: ShownLayer,
  geometry: CheckedGeometry | undefined,
): ObjectChange {
  // What an object holds already may stay, also where an import brought keys that are no fields.
  const known = target.ownerId === row.classId ? Object.keys(row.data) : [];
  return {
    classId: target.ownerId,
    geometry: geometry?.wkt === row.wkt ? undefined : geometry,
    name: body.name,
    description: body.description,
    data: readData(body.data, target, known) ?? row.data,
    isPublic: body.isPublic ?? row.isPublic,
  };
}
