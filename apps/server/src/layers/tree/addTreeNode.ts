import {
  addClassifier,
  type ClassifierSettings,
  type CompanyId,
  companyOf,
  type LayerGroupId,
  type LayerId,
  type TreeNodeId,
  type UnitId,
} from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { validationError } from '../../errors/AppError.ts';
import { validatorCompiler } from '../../validation/validatorCompiler.ts';
import { measureSpacing } from '../density/measureSpacing.ts';
import { type Author, auditTreeNode } from './auditTreeNode.ts';
import { checkRelatedLayers } from './checkRelatedLayers.ts';
import { describeChange } from './describeChange.ts';
import { readNameLanguage } from './nameLanguage.ts';
import type { TreeNodeRow } from './TreeNodeRow.ts';
import { defaultValues, type TreeNodeValues } from './TreeNodeValues.ts';
import { toValues } from './toValues.ts';
import { insertTreeNode, readValues } from './writeTreeNode.ts';

export interface NewTreeNode {
  readonly companyId: CompanyId;
  readonly kind: Exclude<TreeNodeRow['kind'], 'root'>;
  readonly parentId: TreeNodeId | null;
  /** Unit of a group; all other nodes have none of their own. */
  readonly unitId?: UnitId | null;
  /** Layer whose objects a view shows. */
  readonly sourceId?: LayerId;
  /** Values that a duplicate starts with; the defaults when missing. */
  readonly template?: TreeNodeValues;
  /** Name of the template in the reader's language. A duplicate under another name has no names of the template. */
  readonly templateName?: string;
  readonly settings: ClassifierSettings;
}

/**
 * Adds a group, layer, view, status group or status behind its siblings, with its row in the log. Every node of the tree
 * comes in here, whether a request, an import or the demo asks for it. The caller checks the permission and the parent.
 * Call it inside a transaction.
 *
 * @throws AppError VALIDATION with the problems of the settings.
 */
export async function addTreeNode(
  db: Kysely<Schema>,
  author: Author,
  node: NewTreeNode,
): Promise<TreeNodeId> {
  const { companyId, kind, sourceId } = node;
  const values = await checkValues(db, node);
  const id = await insertTreeNode(db, { companyId, kind, values, ...(sourceId && { sourceId }) });
  if (kind === 'layer') await measureSpacing(db, id);
  const row = {
    id,
    companyId,
    name: values.names[author.language] || values.name,
    unitId: kind === 'layer' ? await findUnit(db, values.parentId) : values.unitId,
  };
  await auditTreeNode(db, author, {
    action: 'CLASSIFIER_ADDED',
    row,
    details: { new: describeNew(node, values) },
  });
  return id;
}

/** Checks lengths and types. Bodies of the API have passed it already; settings from imports and the demo have not. */
const validateSettings = validatorCompiler({
  schema: addClassifier.body,
  method: addClassifier.method,
  url: addClassifier.path,
  httpPart: 'body',
});

async function checkValues(
  db: Kysely<Schema>,
  { companyId, kind, parentId, unitId, sourceId, template, templateName, settings }: NewTreeNode,
): Promise<TreeNodeValues> {
  // The check trims texts in place.
  const trimmed = { ...settings };
  const checked = await validateSettings(trimmed);
  if (typeof checked === 'object' && 'error' in checked) throw checked.error;
  const isNamedAnew = trimmed.name !== templateName;
  const stored = {
    ...(template ?? { ...defaultValues, name: trimmed.name }),
    ...(isNamedAnew && { names: {} }),
    parentId,
  };
  const source = sourceId === undefined ? undefined : await readValues(db, sourceId);
  const requested = toValues(trimmed, {
    kind,
    stored,
    ...(templateName !== undefined && { displayName: templateName }),
    companyLanguage: await readNameLanguage(db, companyId),
    ...(source && { lockedFields: source.layerFields }),
  });
  if ('problems' in requested) throw validationError(...requested.problems);
  const { layerFields } = requested.values;
  await checkRelatedLayers(db, { companyId, fields: layerFields, stored: stored.layerFields });
  return { ...requested.values, unitId: unitId ?? null };
}

/** Details for the log: the few settings of a group, or those of another node that differ from the defaults. */
function describeNew({ kind, sourceId }: NewTreeNode, values: TreeNodeValues): Record<string, unknown> {
  const { name, description, unitId } = values;
  if (kind === 'group') return { kind, name, description, unitId };
  const { new: given } = describeChange({ ...defaultValues }, { ...values }) ?? { new: {} };
  return { kind, ...(sourceId && { sourceId }), ...given };
}

/** Finds the unit of a layer, which is that of its group. */
async function findUnit(db: Kysely<Schema>, groupId: LayerGroupId | null): Promise<UnitId | null> {
  if (groupId === null) return null;
  const group = await db
    .selectFrom('classifiers')
    .select('unit_id')
    .where('company_id', '=', companyOf(groupId))
    .where('id', '=', groupId)
    .executeTakeFirst();
  return group?.unit_id ?? null;
}
