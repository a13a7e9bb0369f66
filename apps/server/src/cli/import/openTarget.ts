import { LAYER_COLORS } from '@pgis/cartography';
import {
  type CompanyId,
  type LayerField,
  type LayerGroupId,
  type LayerId,
  limits,
  type Problem,
  rootClassifierIds,
  type UnitId,
} from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { addTreeNode } from '../../layers/tree/addTreeNode.ts';
import { auditTreeNode, commandAuthor } from '../../layers/tree/auditTreeNode.ts';
import { describeChange } from '../../layers/tree/describeChange.ts';
import { countObjects } from '../../layers/tree/removeTreeNode.ts';
import { lockTreeNode, readValues, updateTreeNodeRow } from '../../layers/tree/writeTreeNode.ts';
import type { TargetLayer } from '../../objects/insertObjects.ts';
import { getCompany } from '../getCompany.ts';

export const importAuthor = commandAuthor('pgis import');

export interface TargetOptions {
  readonly layer: string;
  readonly group: string;
  /** Name or number; needed only when there are several. */
  readonly company?: string | undefined;
  readonly fields: readonly string[];
  /** Objects of a new layer are public. */
  readonly isPublic: boolean;
  /** Visitors may add points to a new layer. */
  readonly isOpen?: boolean;
  /** Objects that visitors add to a new layer wait for a review (D-CLS-07). */
  readonly showsAfterReview?: boolean;
  /** Features that are about to come in. */
  readonly featureCount?: number;
}

export interface OpenedLayer extends TargetLayer {
  readonly objectCount: number;
  readonly isNew: boolean;
  /** The group, if this import has added it. */
  readonly newGroup: { readonly id: number; readonly name: string } | undefined;
  readonly fields: readonly LayerField[];
}

/**
 * Opens the layer to import into: the one of that name in the group, else a new one (in a new group of the company's root
 * unit, where there is none of that name). New fields are added to those the layer has. Run it inside a transaction.
 *
 * @throws Error when the company is not clear, the names do not fit, or the layer is a view or would have too many fields.
 */
export async function openTarget(db: Kysely<Schema>, options: TargetOptions): Promise<OpenedLayer> {
  const companyId = await getCompany(db, options.company);
  const found = await findNode(db, { companyId, parentId: rootClassifierIds.objects, name: options.group });
  const group = found ?? (await addGroup(db, companyId, options.group));
  const newGroup = found === undefined ? { id: group.id, name: options.group } : undefined;
  const layer = await findNode(db, { companyId, parentId: group.id, name: options.layer });
  if (layer?.sourceId)
    throw new Error(`"${options.layer}" is a view of another layer; import into that one.`);
  const fields = mergeFields(layer?.fields ?? [], options.fields);
  const target = { companyId, unitId: group.unitId, layerName: options.layer, fields, newGroup };
  if (layer === undefined) {
    const layerId = await addLayer(db, { companyId, groupId: group.id, options, fields });
    return { ...target, layerId, objectCount: 0, isNew: true };
  }
  await addFields(db, { ...target, layerId: layer.id });
  return {
    ...target,
    layerId: layer.id,
    objectCount: await countObjects(db, layer.id),
    isNew: false,
  };
}

/** Lists the names of the fields that the layer has, where it exists. */
export async function listPresentFields(
  db: Kysely<Schema>,
  { company, group, layer }: Pick<TargetOptions, 'company' | 'group' | 'layer'>,
): Promise<string[]> {
  const companyId = await getCompany(db, company);
  const parent = await findNode(db, { companyId, parentId: rootClassifierIds.objects, name: group });
  const found = parent && (await findNode(db, { companyId, parentId: parent.id, name: layer }));
  return (found?.fields ?? []).map(({ name }) => name);
}

interface FoundNode {
  readonly id: number;
  readonly unitId: UnitId | null;
  readonly sourceId: LayerId | null;
  readonly fields: readonly LayerField[];
}

/** Finds a group below the root, or a layer or view below a group: the oldest of that name. */
const findNode = (
  db: Kysely<Schema>,
  { companyId, parentId, name }: { companyId: CompanyId; parentId: number; name: string },
): Promise<FoundNode | undefined> =>
  db
    .selectFrom('classifiers')
    .select(['id', 'unit_id as unitId', 'source_id as sourceId', 'layer_fields as fields'])
    .where('company_id', '=', companyId)
    .where('parent_id', '=', parentId)
    .where('kind', 'in', ['group', 'layer'])
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();

async function addGroup(db: Kysely<Schema>, companyId: CompanyId, name: string): Promise<FoundNode> {
  const { id: unitId } = await db
    .selectFrom('units')
    .select('id')
    .where('company_id', '=', companyId)
    .where('parent_id', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const id = await withReadableProblems('group', () =>
    addTreeNode(db, importAuthor, {
      companyId,
      kind: 'group',
      parentId: rootClassifierIds.objects,
      unitId,
      settings: { name, description: name },
    }),
  );
  return { id, unitId, sourceId: null, fields: [] };
}

interface NewLayer {
  readonly companyId: CompanyId;
  readonly groupId: LayerGroupId;
  readonly options: TargetOptions;
  readonly fields: readonly LayerField[];
}

async function addLayer(
  db: Kysely<Schema>,
  { companyId, groupId, options, fields }: NewLayer,
): Promise<number> {
  const { count } = await db
    .selectFrom('classifiers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('kind', '=', 'layer')
    .executeTakeFirstOrThrow();
  const { color } = LAYER_COLORS[count % LAYER_COLORS.length] ?? LAYER_COLORS[0];
  return await withReadableProblems('layer', () =>
    addTreeNode(db, importAuthor, {
      companyId,
      kind: 'layer',
      parentId: groupId,
      settings: {
        name: options.layer,
        description: options.layer,
        allObjectsPublic: options.isPublic ? true : null,
        allowPublicRegistration: options.isOpen ?? false,
        showAfterReview: options.showsAfterReview ?? false,
        geomStyle: JSON.stringify(plainStyle(color)),
        density: { kind: (options.featureCount ?? 0) > limits.unthinnedObjects ? 'thinned' : 'asIs' },
        layerFields: [...fields],
      },
    }),
  );
}

/** Turns the problems of a node's settings into a sentence about the options of the command. */
async function withReadableProblems<T>(kind: 'group' | 'layer', add: () => Promise<T>): Promise<T> {
  try {
    return await add();
  } catch (error) {
    if (!(error instanceof AppError) || error.errors === undefined) throw error;
    throw new Error(`The ${kind} cannot be added: ${error.errors.map(describeProblem).join('; ')}.`, {
      cause: error,
    });
  }
}

function describeProblem({ path, code }: Problem): string {
  if (path === '/name' && code === 'TOO_LONG')
    return `its name is longer than ${limits.classifierNameLength} characters`;
  if (path === '/name' && code === 'TOO_SHORT') return 'its name is empty';
  if (path === '/showAfterReview') return '--review needs --open';
  return `${path.slice(1)} ${code}`;
}

/** D-CLS-08: adds the fields of the file to those of an existing layer. */
async function addFields(
  db: Kysely<Schema>,
  { companyId, layerId, layerName, unitId, fields }: TargetLayer & { readonly fields: readonly LayerField[] },
): Promise<void> {
  await lockTreeNode(db, layerId);
  const stored = await readValues(db, layerId);
  const values = { ...stored, layerFields: fields };
  const change = describeChange({ ...stored }, { ...values });
  if (change === undefined) return;
  await updateTreeNodeRow(db, layerId, values);
  const row = { id: layerId, companyId, unitId, name: layerName };
  await auditTreeNode(db, importAuthor, { action: 'CLASSIFIER_UPDATED', row, details: change });
}

/** Style of a new layer in one colour, whatever kind of geometry comes; the style panel takes it from there. */
function plainStyle(hex: string): object {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return {
    fillColor: `rgba(${r},${g},${b},0.25)`,
    lineColor: `rgba(${r},${g},${b},1)`,
    lineWidth: 1,
    pointForm: 'circle',
    pointRadius: 5,
    pointBgColor: `rgba(${r},${g},${b},1)`,
    pointColor: 'rgba(255,255,255,1)',
    labelEnabled: false,
  };
}

function mergeFields(present: readonly LayerField[], requested: readonly string[]): LayerField[] {
  const names = new Set(present.map((field) => field.name));
  const fields = [
    ...present,
    ...requested.filter((name) => !names.has(name)).map((name) => ({ name, type: 'text' as const })),
  ];
  if (fields.length > limits.layerFields)
    throw new Error(
      `The layer would have ${fields.length} fields, at most ${limits.layerFields} are possible; choose with --fields.`,
    );
  return fields;
}
