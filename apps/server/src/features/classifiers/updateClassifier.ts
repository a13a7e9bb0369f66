import { moveInStyle } from '@pgis/cartography';
import {
  type BodyOf,
  type Classifier,
  type updateClassifier as call,
  limits,
  rootClassifierIds,
} from '@pgis/contract';
import { type SqlBool, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { companyOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { auditClassifier, type Changer, describeChange } from './auditClassifier.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import type { ClassifierValues } from './ClassifierValues.ts';
import { classifierRights } from './classifierRights.ts';
import { findTakenNames, moveFieldValues } from './moveFieldValues.ts';
import { moveInRuleset } from './moveInRuleset.ts';
import { chooseUnit, managesPlace, placeLayer, placeStatus } from './places.ts';
import { type KeyMoves, movesKeys } from './planFieldChanges.ts';
import { toClassifier } from './toClassifier.ts';
import { toValues } from './toValues.ts';
import { getRow, readVisibleRows } from './visibleRows.ts';
import { lockClassifier, readValues, updateClassifierRow, updateRules } from './writeClassifier.ts';

export interface UpdateRequest extends Changer {
  readonly actor: UserActor;
  readonly baseId: number;
  readonly body: BodyOf<typeof call>;
  /** From If-Match; undefined: what the body says, or whatever it is now. */
  readonly expectedVersion: number | undefined;
}

/** Whether a classifier stands below base 1 or base 2 (D-CLS-16); the roots stand below none. */
export const isBelow = (baseId: number, { kind }: ClassifierRow): boolean =>
  baseId === rootClassifierIds.objects
    ? kind === 'group' || kind === 'layer'
    : baseId === rootClassifierIds.statuses && (kind === 'statusGroup' || kind === 'status');

/** Fields of tens of thousands of objects may move: the change gets the time of an import. */
export async function updateClassifier({ database }: AppDeps, request: UpdateRequest): Promise<Classifier> {
  const { actor, baseId, body } = request;
  return await inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
    await lockClassifier(db, body.id);
    const rows = await readVisibleRows(db, request);
    const row = getRow(rows, body.id);
    if (!isBelow(baseId, row)) throw new AppError('NOT_FOUND');
    if (!classifierRights(actor, row).canEdit) throw new AppError('FORBIDDEN');
    const expected = request.expectedVersion ?? body.version;
    if (expected !== undefined && expected !== row.version)
      throw new AppError('CLASSIFIER_CHANGED', { current: toClassifier(actor, row) });
    await change(db, request, rows, row);
    return toClassifier(actor, getRow(await readVisibleRows(db, request), body.id));
  });
}

async function change(
  db: Transaction<Schema>,
  request: UpdateRequest,
  rows: readonly ClassifierRow[],
  row: ClassifierRow,
): Promise<void> {
  const stored = await readValues(db, row.id);
  const asked = toValues(request.body, {
    kind: row.kind,
    stored,
    shownName: row.name,
    language: request.language,
    ...(row.sourceId !== null && { lockedFields: row.layerFields }),
  });
  if ('problems' in asked) throw validationError(...asked.problems);
  const values = { ...asked.values, ...(await placeOf(db, request, rows, row)) };
  const details = describeChange({ ...stored }, { ...values });
  if (details === undefined) return;
  await refuseTakenNames(db, request, row.id, asked.moves);
  const moved = movesKeys(asked.moves) ? await moveFields(db, row.id, asked.moves) : undefined;
  await updateClassifierRow(db, row.id, values);
  await auditClassifier(db, request, 'CLASSIFIER_UPDATED', row, {
    ...details,
    ...(moved !== undefined && {
      renamedFields: Object.fromEntries(asked.moves.renamed),
      removedFields: [...asked.moves.removed],
      changedObjects: moved,
    }),
  });
}

/** Parent and unit after the change. Moving to another place takes the right to manage both. */
async function placeOf(
  db: Transaction<Schema>,
  request: UpdateRequest,
  rows: readonly ClassifierRow[],
  row: ClassifierRow,
): Promise<Pick<ClassifierValues, 'parentId' | 'unitId'>> {
  const { actor, body } = request;
  if (row.kind === 'group') {
    if (!body.unitId || body.unitId === row.unitId) return { parentId: row.parentId, unitId: row.unitId };
    if (!managesPlace(actor, row.companyId, row.unitId)) throw new AppError('FORBIDDEN');
    return { parentId: row.parentId, unitId: await chooseUnit(db, actor, body.unitId) };
  }
  const isStaying = !body.parentName && (!body.id1 || body.id1 === row.parentId);
  if (isStaying) return { parentId: row.parentId, unitId: null };
  if (row.kind === 'status')
    return { parentId: await placeStatus(db, actor, rows, body.id1 ?? 0), unitId: null };
  if (row.kind !== 'layer') throw validationError({ path: '/id1', code: 'NOT_ALLOWED' });
  if (!managesPlace(actor, row.companyId, row.unitId)) throw new AppError('FORBIDDEN');
  return { parentId: (await placeLayer(db, request, rows, body)) ?? row.parentId, unitId: null };
}

/** D-CLS-08: a field that is renamed takes the place of no other value. */
async function refuseTakenNames(
  db: Transaction<Schema>,
  { body }: UpdateRequest,
  ownerId: number,
  moves: KeyMoves,
): Promise<void> {
  const taken = await findTakenNames(db, ownerId, moves);
  const problems = (body.layerFields ?? []).flatMap(({ name }, index) =>
    taken.has(name.trim()) ? [{ path: `/layerFields/${index}/name`, code: 'HOLDS_VALUES' as const }] : [],
  );
  if (problems.length > 0) throw validationError(...problems);
}

/** Keys of all objects, and what the views of the layer say about them. */
async function moveFields(db: Transaction<Schema>, ownerId: number, moves: KeyMoves): Promise<number> {
  const views = await db
    .selectFrom('classifiers')
    .select(['id', 'geom_style as geomStyle', 'ruleset'])
    .where('company_id', '=', companyOf(ownerId))
    .where('source_id', '=', ownerId)
    .where(sql<SqlBool>`deleted_at IS NULL`)
    .forUpdate()
    .execute();
  for (const { id, geomStyle, ruleset } of views) {
    const moved = { geomStyle: moveInStyle(geomStyle, moves), ruleset: moveInRuleset(ruleset, moves) };
    if (describeChange({ geomStyle, ruleset }, moved) !== undefined) await updateRules(db, id, moved);
  }
  return await moveFieldValues(db, ownerId, moves);
}
