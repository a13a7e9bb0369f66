import type { BodyOf, Geom, updateGeom } from '@pgis/contract';
import type { Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { Reader, ShownLayer } from '../classifiers/index.ts';
import { findShownLayers, layerRights } from '../classifiers/index.ts';
import { getDrawingLayer, readData } from './addObject.ts';
import { auditObject, describeGeometry, describeStored } from './auditObject.ts';
import { getSeenObject, type SeenObject } from './findSeenObject.ts';
import { type CheckedGeometry, checkValidity, parseGeometry } from './parseGeometry.ts';
import { toGeom } from './toGeom.ts';
import { addKind, type ObjectChange, updateObjectRow } from './writeObject.ts';

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
    const details = describeChange(seen, change);
    if (details === undefined) return toGeom(seen);
    await updateObjectRow(db, request.id, change);
    if (change.classId !== seen.row.classId) await addKind(db, change.classId, seen.row.kind);
    await auditObject(db, {
      actor: request.actor,
      requestId: request.requestId,
      action: change.classId === seen.row.classId ? 'OBJECT_CHANGED' : 'OBJECT_MOVED_TO_LAYER',
      owner: target,
      id: request.id,
      name: change.name,
      details,
    });
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

async function checkGeometry(
  db: Transaction<Schema>,
  { row }: SeenObject,
  geometry: CheckedGeometry,
): Promise<void> {
  if (geometry.kind !== row.kind)
    throw new AppError('GEOMETRY_KIND_CHANGED', { errors: [{ path: '/wkt', code: 'INVALID_GEOMETRY' }] });
  await checkValidity(db, geometry);
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
