import {
  type CompanyId,
  type LayerField,
  type LayerId,
  limits,
  type Problem,
  rootClassifierIds,
  type UnitId,
} from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { addTargetFields, addTargetLayer, mergeFields } from '../../importing/targetLayer.ts';
import { addTreeNode } from '../../layers/tree/addTreeNode.ts';
import { commandAuthor } from '../../layers/tree/auditTreeNode.ts';
import { countObjects } from '../../layers/tree/removeTreeNode.ts';
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
    const layerId = await withReadableProblems('layer', () =>
      addTargetLayer(db, importAuthor, {
        ...options,
        companyId,
        groupId: group.id,
        name: options.layer,
        fields,
      }),
    );
    return { ...target, layerId, objectCount: 0, isNew: true };
  }
  await addTargetFields(db, importAuthor, { ...target, layerId: layer.id });
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
