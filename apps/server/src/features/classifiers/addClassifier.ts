import { type BodyOf, type Classifier, type addClassifier as call, rootClassifierIds } from '@pgis/contract';
import type { Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { mayInCompany } from '../../plugins/rights.ts';
import { auditClassifier, type Changer, describeChange } from './auditClassifier.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import { type ClassifierValues, defaultValues } from './ClassifierValues.ts';
import { addGroup, placeLayer, placeStatus } from './places.ts';
import { toClassifier } from './toClassifier.ts';
import { type Basis, toValues } from './toValues.ts';
import { getRow, readVisibleRows } from './visibleRows.ts';
import { insertClassifier } from './writeClassifier.ts';

export interface AddRequest extends Changer {
  readonly actor: UserActor;
  readonly baseId: number;
  readonly body: BodyOf<typeof call>;
}

/** D-CLS-16: what is added follows from the base and the parent. */
export async function addClassifier({ database }: AppDeps, request: AddRequest): Promise<Classifier> {
  const { actor, baseId, body } = request;
  return await inTransaction(database, {}, async (db) => {
    const rows = await readVisibleRows(db, request);
    getRow(rows, baseId);
    const id = await addBelow(db, request, rows);
    if (id === undefined)
      throw validationError({ path: body.id1 ? 'path/baseId' : '/id1', code: 'NOT_ALLOWED' });
    return toClassifier(actor, getRow(await readVisibleRows(db, request), id));
  });
}

async function addBelow(
  db: Transaction<Schema>,
  request: AddRequest,
  rows: readonly ClassifierRow[],
): Promise<number | undefined> {
  const { baseId, body } = request;
  const { objects, statuses } = rootClassifierIds;
  if (baseId === objects) {
    const isGroup = !body.parentName && (!body.id1 || body.id1 === objects);
    return isGroup ? await addNewGroup(db, request) : await addLayer(db, request, rows);
  }
  if (baseId !== statuses || !body.id1) return undefined;
  return body.id1 === statuses
    ? await addStatus(db, request, { kind: 'statusGroup', parentId: statuses })
    : await addStatus(db, request, {
        kind: 'status',
        parentId: await placeStatus(db, request.actor, rows, body.id1),
      });
}

const addNewGroup = (db: Transaction<Schema>, request: AddRequest): Promise<number> =>
  addGroup(db, request, {
    name: request.body.name,
    description: request.body.description ?? '',
    unitId: request.body.unitId,
  });

async function addLayer(
  db: Transaction<Schema>,
  request: AddRequest,
  rows: readonly ClassifierRow[],
): Promise<number> {
  const parentId = (await placeLayer(db, request, rows, request.body)) ?? null;
  return await insertAsked(db, request, { kind: 'layer', parentId });
}

async function addStatus(
  db: Transaction<Schema>,
  request: AddRequest,
  place: { readonly kind: 'status' | 'statusGroup'; readonly parentId: number },
): Promise<number> {
  if (!mayInCompany(request.actor, 'editStatuses')) throw new AppError('FORBIDDEN');
  return await insertAsked(db, request, place);
}

export interface AskedRow {
  readonly kind: ClassifierRow['kind'];
  readonly parentId: number | null;
  readonly sourceId?: number;
  /** What a duplicate takes over. */
  readonly like?: ClassifierValues;
  readonly lockedFields?: ClassifierValues['layerFields'];
}

/** Checks the body and puts the new row into the tree, with its line in the log. */
export async function insertAsked(
  db: Transaction<Schema>,
  request: Changer & Pick<AddRequest, 'actor' | 'body'>,
  { kind, parentId, sourceId, like, lockedFields }: AskedRow,
): Promise<number> {
  const { actor, body, language } = request;
  const stored: ClassifierValues = { ...(like ?? { ...defaultValues, name: body.name }), parentId };
  const basis: Basis = { kind, stored, language, ...(lockedFields && { lockedFields }) };
  const asked = toValues(body, basis);
  if ('problems' in asked) throw validationError(...asked.problems);
  const { companyId } = actor;
  const { values } = asked;
  const id = await insertClassifier(db, { companyId, kind, values, ...(sourceId && { sourceId }) });
  const { new: given } = describeChange({ ...defaultValues }, { ...values }) ?? { new: {} };
  const added = getRow(await readVisibleRows(db, request), id);
  await auditClassifier(db, request, 'CLASSIFIER_ADDED', added, {
    new: { kind, ...(sourceId && { sourceId }), ...given },
  });
  return id;
}
