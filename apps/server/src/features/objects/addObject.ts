import {
  type addGeom,
  type BodyOf,
  type DataOrigin,
  type Language,
  type LayerId,
  limits,
} from '@pgis/contract';
import type { Kysely, Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Actor } from '../../access/Actor.ts';
import { roleIn } from '../../access/permissions.ts';
import { consumeVisitorQuota } from '../../access/visitorQuota.ts';
import { openCase } from '../../cases/caseRows.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { unknownFields } from '../../errors/unknownFields.ts';
import type { Layer } from '../../layers/Layer.ts';
import { layerPermissions } from '../../layers/layerPermissions.ts';
import { listLayersById } from '../../layers/listLayersById.ts';
import { objectKinds } from '../../layers/ObjectKind.ts';
import { queueReporterMail } from '../../mail/queueReporterMail.ts';
import { notifyOfObject } from '../../notices/notifyFollowers.ts';
import { auditObject, describeGeometry } from '../../objects/auditObject.ts';
import {
  findEarlier,
  type IdempotentRequest,
  rememberRequest,
  toIdempotentRequest,
  withRepetition,
} from '../../objects/idempotency.ts';
import { checkData, listUnknownKeys, type ObjectData, parseData } from '../../objects/parseData.ts';
import {
  type CheckedGeometry,
  checkValidity,
  parseGeometry,
  sizeOfWkt,
} from '../../objects/parseGeometry.ts';
import { checkReferences } from '../../objects/references/checkReferences.ts';
import { addKind, insertObject, type NewObject, nextObjectId } from '../../objects/writeObject.ts';

export interface AddRequest {
  readonly actor: Actor;
  readonly language: Language;
  readonly body: BodyOf<typeof addGeom>;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  /** Id from the visitor's cookie, which the request may have just set; undefined for users. */
  readonly visitorId: string | undefined;
}

/** The layer to draw into; an invisible layer and an absent one are the same problem of the body. */
export async function getDrawingLayer(db: Kysely<Schema>, actor: Actor, classId: LayerId): Promise<Layer> {
  const [layer] = await listLayersById(db, [classId]);
  if (layer === undefined || !layerPermissions(actor, layer).seesLayer)
    throw validationError({ path: '/classId', code: 'UNKNOWN_LAYER' });
  return layer;
}

/** D-OBJ-04, D-PERM-06: refuses actors who may add nothing here, or only points. */
function checkMayAdd(actor: Actor, layer: Layer, { kind }: CheckedGeometry): void {
  const { adds } = layerPermissions(actor, layer);
  if (adds === 'yes' || (adds === 'open' && kind === objectKinds.point)) return;
  throw new AppError(actor.kind === 'anonymous' ? 'NOT_SIGNED_IN' : 'FORBIDDEN');
}

/** `data` of a body within its limits; its keys have to be fields of the layer, or among `known`. */
export function readData(
  text: string | null | undefined,
  layer: Layer,
  known: readonly string[] = [],
): ObjectData | undefined {
  if (text === undefined || text === null) return undefined;
  const parsed = parseData(text);
  if ('problems' in parsed) throw new AppError('VALIDATION', { errors: parsed.problems });
  const unknown = listUnknownKeys(parsed.data, [...layer.fieldNames, ...known]);
  if (unknown.length > 0) throw unknownFields(unknown);
  return parsed.data;
}

/** Returns the data to store; `before` is that of an existing object. */
export function getFittingData(
  layer: Layer,
  data: ObjectData,
  origin: Pick<DataOrigin, 'size'> & { readonly before?: ObjectData },
): ObjectData {
  const checked = checkData(layer.strictFields, data, origin);
  if ('problems' in checked) throw validationError(...checked.problems);
  return checked.data;
}

function toNewObject(
  { actor, body, language, visitorId }: AddRequest,
  layer: Layer,
  geometry: CheckedGeometry,
): Omit<NewObject, 'id'> {
  // A visitor sees public objects only, their own included.
  const isVisitor = roleIn(actor, layer.owner) === 'anonymous';
  return {
    classId: layer.ownerId,
    geometry,
    name: body.name,
    description: body.description,
    data: getFittingData(layer, readData(body.data, layer) ?? {}, { size: () => sizeOfWkt(geometry.wkt) }),
    isPublic: isVisitor || (body.isPublic ?? false),
    userEmail: body.userEmail ?? '',
    reporterLanguage: language,
    authorId: actor.kind === 'user' ? actor.userId : null,
    visitorId: visitorId ?? null,
    review: isVisitor && layer.showAfterReview ? 'waiting' : null,
  };
}

/** Adds an object and returns its id; a repeated request with the same Idempotency-Key returns the same id. */
export async function addObject(deps: AppDeps, request: AddRequest): Promise<number> {
  const { actor, body, idempotencyKey: key } = request;
  const layer = await getDrawingLayer(deps.database.db, actor, body.classId);
  const geometry = parseGeometry(body.wkt);
  checkMayAdd(actor, layer, geometry);
  const object = toNewObject(request, layer, geometry);
  const { companyId } = layer;
  const repeatable =
    key === undefined ? undefined : toIdempotentRequest(actor, { companyId, key, request: body });
  const add = () =>
    inTransaction(deps.database, {}, (db) =>
      addInTransaction(db, deps, { request, layer, object, repeatable }),
    );
  return await withRepetition(add);
}

interface Addition {
  readonly request: AddRequest;
  readonly layer: Layer;
  readonly object: Omit<NewObject, 'id'>;
  readonly repeatable: IdempotentRequest | undefined;
}

async function addInTransaction(
  db: Transaction<Schema>,
  { clock }: AppDeps,
  { request: { actor, requestId }, layer, object, repeatable }: Addition,
): Promise<number> {
  const earlier = repeatable && (await findEarlier(db, repeatable));
  if (earlier !== undefined) return earlier;
  await checkValidity(db, object.geometry);
  await checkReferences(db, actor, layer, { data: object.data });
  const id = await nextObjectId(db, layer.companyId);
  if (repeatable !== undefined) await rememberRequest(db, repeatable, id);
  await consumeVisitorQuota(db, clock, { actor, kind: 'add', limit: limits.anonymousAddsPerHour });
  await insertObject(db, { id, ...object });
  await addKind(db, object.classId, object.geometry.kind);
  await queueReporterMail(db, clock, { kind: 'receipt', geomId: id, userEmail: object.userEmail });
  const { classId, name, description, data, isPublic, geometry } = object;
  await auditObject(db, {
    actor,
    requestId,
    action: 'OBJECT_ADDED',
    owner: layer,
    id,
    name,
    details: {
      new: { classId, name, description, data, isPublic, geometry: describeGeometry(geometry) },
      version: 1,
    },
  });
  await openCase(db, clock, { layer, id, name, actor, requestId });
  // An object that waits for a review is news when it is approved.
  if (object.review === null)
    await notifyOfObject(db, clock, { companyId: layer.companyId, objectId: id, byId: object.authorId });
  return id;
}
