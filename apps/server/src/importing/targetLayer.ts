import { LAYER_COLORS } from '@pgis/cartography';
import { type CompanyId, type LayerField, type LayerGroupId, type LayerId, limits } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { addTreeNode } from '../layers/tree/addTreeNode.ts';
import { type Author, auditTreeNode } from '../layers/tree/auditTreeNode.ts';
import { describeChange } from '../layers/tree/describeChange.ts';
import { lockTreeNode, readValues, updateTreeNodeRow } from '../layers/tree/writeTreeNode.ts';
import type { TargetLayer } from '../objects/insertObjects.ts';

export interface NewTargetLayer {
  readonly companyId: CompanyId;
  readonly groupId: LayerGroupId;
  readonly name: string;
  /** Objects are public. */
  readonly isPublic: boolean;
  /** Visitors may add points. */
  readonly isOpen?: boolean;
  /** Objects that visitors add wait for a review (D-CLS-07). */
  readonly showsAfterReview?: boolean;
  /** Features that are about to come in. */
  readonly featureCount?: number;
  readonly fields: readonly LayerField[];
}

/** Adds a layer for the features of a file, in the next of the twelve colours. */
export async function addTargetLayer(
  db: Kysely<Schema>,
  author: Author,
  { companyId, groupId, name, isPublic, isOpen, showsAfterReview, featureCount = 0, fields }: NewTargetLayer,
): Promise<LayerId> {
  const { count } = await db
    .selectFrom('classifiers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('kind', '=', 'layer')
    .executeTakeFirstOrThrow();
  const { color } = LAYER_COLORS[count % LAYER_COLORS.length] ?? LAYER_COLORS[0];
  return await addTreeNode(db, author, {
    companyId,
    kind: 'layer',
    parentId: groupId,
    settings: {
      name,
      description: name,
      allObjectsPublic: isPublic ? true : null,
      allowPublicRegistration: isOpen ?? false,
      showAfterReview: showsAfterReview ?? false,
      geomStyle: JSON.stringify(plainStyle(color)),
      density: { kind: featureCount > limits.unthinnedObjects ? 'thinned' : 'asIs' },
      layerFields: [...fields],
    },
  });
}

/** D-CLS-08: adds the fields of the file to those of an existing layer. */
export async function addTargetFields(
  db: Kysely<Schema>,
  author: Author,
  { companyId, layerId, layerName, unitId, fields }: TargetLayer & { readonly fields: readonly LayerField[] },
): Promise<void> {
  await lockTreeNode(db, layerId);
  const stored = await readValues(db, layerId);
  const values = { ...stored, layerFields: fields };
  const change = describeChange({ ...stored }, { ...values });
  if (change === undefined) return;
  await updateTreeNodeRow(db, layerId, values);
  const row = { id: layerId, companyId, unitId, name: layerName };
  await auditTreeNode(db, author, { action: 'CLASSIFIER_UPDATED', row, details: change });
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

/**
 * Adds requested fields to those of a layer.
 *
 * @throws Error when the layer would have more than it can.
 */
export function mergeFields(present: readonly LayerField[], requested: readonly string[]): LayerField[] {
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
