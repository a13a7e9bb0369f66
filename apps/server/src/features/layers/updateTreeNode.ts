import { renameFieldsInStyle } from '@pgis/cartography';
import {
  type BodyOf,
  type Classifier,
  type updateClassifier as call,
  companyOf,
  dependsOnReader,
  type LayerField,
  type LayerId,
  limits,
  rootClassifierIds,
  type TreeNodeId,
} from '@pgis/contract';
import { type SqlBool, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { openMissingCases, updateCasesWithStatus } from '../../cases/caseRows.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { markChangedOutdated } from '../../layers/density/markChangedOutdated.ts';
import { measureCommitted } from '../../layers/density/measureSpacing.ts';
import { getRow, readVisibleNodes } from '../../layers/readVisibleNodes.ts';
import { auditTreeNode, type Changer } from '../../layers/tree/auditTreeNode.ts';
import { checkRelatedLayers } from '../../layers/tree/checkRelatedLayers.ts';
import { describeChange } from '../../layers/tree/describeChange.ts';
import {
  type KeyMoves,
  leftToMove,
  moveInDensity,
  moveInRelated,
  moveInRuleset,
  movesKeys,
} from '../../layers/tree/planFieldChanges.ts';
import type { TreeNodeRow } from '../../layers/tree/TreeNodeRow.ts';
import type { TreeNodeValues } from '../../layers/tree/TreeNodeValues.ts';
import { toClassifier } from '../../layers/tree/toClassifier.ts';
import { toValues } from '../../layers/tree/toValues.ts';
import { treeNodePermissions } from '../../layers/tree/treeNodePermissions.ts';
import {
  lockTreeNode,
  readValues,
  updateFields,
  updateRules,
  updateTreeNodeRow,
} from '../../layers/tree/writeTreeNode.ts';
import { listOccupiedNames, moveFieldValues } from './moveFieldValues.ts';
import { chooseUnit, findOrAddGroup, getStatusParent, managesLayersOf } from './treePosition.ts';

export interface UpdateRequest extends Changer {
  readonly actor: UserActor;
  readonly baseId: TreeNodeId;
  readonly body: BodyOf<typeof call>;
  /** Version of If-Match. When undefined the version of the body counts, and without one any version is accepted. */
  readonly expectedVersion: number | undefined;
}

/** True for a node below base 1 or base 2 (D-CLS-16); the roots are below neither. */
export const isBelow = (baseId: TreeNodeId, { kind }: TreeNodeRow): boolean =>
  baseId === rootClassifierIds.objects
    ? kind === 'group' || kind === 'layer'
    : baseId === rootClassifierIds.statuses && (kind === 'statusGroup' || kind === 'status');

/** Changes a node. Fields of tens of thousands of objects may be renamed, so the statements get the time of a report. */
export async function updateTreeNode({ database }: AppDeps, request: UpdateRequest): Promise<Classifier> {
  const { actor, baseId, body } = request;
  const { classifier, outdated } = await inTransaction(
    database,
    { statementMs: limits.statementMs.report },
    async (db) => {
      await lockTreeNode(db, body.id);
      const rows = await readVisibleNodes(db, request);
      const row = getRow(rows, body.id);
      if (!isBelow(baseId, row)) throw new AppError('NOT_FOUND');
      if (!treeNodePermissions(actor, row).canEdit) throw new AppError('FORBIDDEN');
      const expected = request.expectedVersion ?? body.version;
      if (expected !== undefined && expected !== row.version)
        throw new AppError('CLASSIFIER_CHANGED', { current: toClassifier(actor, row) });
      const outdated = await change(db, request, { rows, row });
      const classifier = toClassifier(actor, getRow(await readVisibleNodes(db, request), body.id));
      return { classifier, outdated };
    },
  );
  for (const id of outdated) await measureCommitted(database, id);
  return classifier;
}

/** Writes the change and returns the layers whose objects are to be measured again. */
async function change(
  db: Transaction<Schema>,
  request: UpdateRequest,
  { rows, row }: { readonly rows: readonly TreeNodeRow[]; readonly row: TreeNodeRow },
): Promise<readonly LayerId[]> {
  const stored = await readValues(db, row.id);
  const requested = toValues(request.body, {
    kind: row.kind,
    stored,
    displayName: row.name,
    language: request.language,
    companyLanguage: row.companyLanguage,
    ...(row.sourceId !== null && { lockedFields: row.layerFields }),
  });
  if ('problems' in requested) throw validationError(...requested.problems);
  const layerFields = moveInRelated(
    requested.values.layerFields,
    new Set([row.id]),
    leftToMove({ ...requested.moves, fields: requested.values.layerFields }),
  );
  await checkRelatedLayers(db, {
    companyId: row.companyId,
    id: row.id,
    fields: layerFields,
    stored: stored.layerFields,
  });
  await checkViewFilters(db, { rows, row, fields: layerFields });
  const values = { ...requested.values, layerFields, ...(await getNewParent(db, request, { rows, row })) };
  const details = describeChange({ ...stored }, { ...values });
  if (details === undefined) return [];
  await checkNamesAreFree(db, request, { ownerId: row.id, moves: requested.moves });
  const outdated = await markChangedOutdated(db, row.id, { stored, values, changed: details.new });
  const moved = movesKeys(requested.moves) ? await moveFields(db, row.id, requested.moves) : undefined;
  await updateTreeNodeRow(db, row.id, values);
  if (stored.caseLayer === null && values.caseLayer !== null) await openMissingCases(db, row.id);
  if ('statusType' in details.new)
    await updateCasesWithStatus(db, { companyId: row.companyId, statusId: row.id });
  await auditTreeNode(db, request, {
    action: 'CLASSIFIER_UPDATED',
    row,
    details: {
      ...details,
      ...(moved !== undefined && {
        renamedFields: Object.fromEntries(requested.moves.renamed),
        removedFields: [...requested.moves.removed],
        changedObjects: moved,
      }),
    },
  });
  return outdated;
}

/** Returns parent and unit after the change. Moving to another parent takes the permission to manage both. */
async function getNewParent(
  db: Transaction<Schema>,
  request: UpdateRequest,
  { rows, row }: { readonly rows: readonly TreeNodeRow[]; readonly row: TreeNodeRow },
): Promise<Pick<TreeNodeValues, 'parentId' | 'unitId'>> {
  const { actor, body } = request;
  if (row.kind === 'group') {
    if (!body.unitId || body.unitId === row.unitId) return { parentId: row.parentId, unitId: row.unitId };
    if (!managesLayersOf(actor, row.companyId, row.unitId)) throw new AppError('FORBIDDEN');
    return { parentId: row.parentId, unitId: await chooseUnit(db, actor, body.unitId) };
  }
  const isStaying = !body.parentName && (!body.id1 || body.id1 === row.parentId);
  if (isStaying) return { parentId: row.parentId, unitId: null };
  if (row.kind === 'status')
    return { parentId: await getStatusParent(db, actor, { rows, id: body.id1 ?? 0 }), unitId: null };
  if (row.kind !== 'layer') throw validationError({ path: '/id1', code: 'NOT_ALLOWED' });
  if (!managesLayersOf(actor, row.companyId, row.unitId)) throw new AppError('FORBIDDEN');
  return {
    parentId: (await findOrAddGroup(db, request, { rows, settings: body })) ?? row.parentId,
    unitId: null,
  };
}

/** D-CLS-08: refuses to rename a field to a name under which an object has another value. */
async function checkNamesAreFree(
  db: Transaction<Schema>,
  { body }: UpdateRequest,
  { ownerId, moves }: { readonly ownerId: LayerId; readonly moves: KeyMoves },
): Promise<void> {
  const occupied = await listOccupiedNames(db, ownerId, moves);
  const problems = (body.layerFields ?? []).flatMap(({ name }, index) =>
    occupied.has(name.trim()) ? [{ path: `/layerFields/${index}/name`, code: 'HOLDS_VALUES' as const }] : [],
  );
  if (problems.length > 0) throw validationError(...problems);
}

interface FilteringViews {
  readonly rows: readonly TreeNodeRow[];
  readonly row: TreeNodeRow;
  readonly fields: readonly LayerField[];
}

/** No layer is filtered by a field that depends on the reader, so one that a view is filtered by stays as it is. */
async function checkViewFilters(
  db: Transaction<Schema>,
  { rows, row, fields }: FilteringViews,
): Promise<void> {
  const wasComputed = new Set(listComputed(row.layerFields));
  const computed = new Set(listComputed(fields).filter((name) => !wasComputed.has(name)));
  if (computed.size === 0) return;
  for (const { id, ruleset } of await lockViews(db, row.id)) {
    const field = ruleset?.rules.find((rule) => computed.has(rule.field))?.field;
    if (field === undefined) continue;
    const view = rows.find((node) => node.id === id)?.name ?? String(id);
    throw new AppError('FIELD_IN_VIEW_FILTER', { values: { field, view } });
  }
}

const listComputed = (fields: readonly LayerField[]): string[] =>
  fields.filter(({ schema }) => dependsOnReader(schema?.type)).map(({ name }) => name);

const lockViews = (db: Transaction<Schema>, ownerId: LayerId) =>
  db
    .selectFrom('classifiers')
    .select(['id', 'geom_style as geomStyle', 'density', 'ruleset'])
    .where('company_id', '=', companyOf(ownerId))
    .where('source_id', '=', ownerId)
    .where(sql<SqlBool>`deleted_at IS NULL`)
    .forUpdate()
    .execute();

/**
 * Renames and deletes the fields in all objects of a layer, in the styles and filters of its views, and in the fields of other
 * layers that show them.
 */
async function moveFields(db: Transaction<Schema>, ownerId: LayerId, moves: KeyMoves): Promise<number> {
  const views = await lockViews(db, ownerId);
  for (const { id, geomStyle, density, ruleset } of views) {
    const moved = {
      geomStyle: renameFieldsInStyle(geomStyle, moves),
      density: moveInDensity(density, moves),
      ruleset: moveInRuleset(ruleset, moves),
    };
    if (describeChange({ geomStyle, density, ruleset }, moved) !== undefined)
      await updateRules(db, id, moved);
  }
  await moveRelatedFields(db, { ownerId, viewIds: views.map(({ id }) => id) }, moves);
  return await moveFieldValues(db, ownerId, moves);
}

interface MovedLayer {
  readonly ownerId: LayerId;
  readonly viewIds: readonly LayerId[];
}

async function moveRelatedFields(
  db: Transaction<Schema>,
  { ownerId, viewIds }: MovedLayer,
  moves: KeyMoves,
): Promise<void> {
  const layers = await db
    .selectFrom('classifiers')
    .select(['id', 'layer_fields as fields'])
    .where('company_id', '=', companyOf(ownerId))
    .where('id', '!=', ownerId)
    .where(sql<SqlBool>`deleted_at IS NULL AND layer_fields @> '[{"schema":{"type":"liesIn"}}]'::jsonb`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const polygonLayers = new Set([ownerId, ...viewIds]);
  for (const { id, fields } of layers) {
    const moved = moveInRelated(fields, polygonLayers, moves);
    if (describeChange({ fields }, { fields: moved }) !== undefined) await updateFields(db, id, moved);
  }
}
