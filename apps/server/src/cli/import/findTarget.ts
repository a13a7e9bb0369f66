import { LAYER_COLORS } from '@pgis/cartography';
import { type LayerField, limits, rootClassifierIds } from '@pgis/contract';
import type { Kysely } from 'kysely';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { findCompany } from '../findCompany.ts';
import type { TargetLayer } from './writeBatch.ts';

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
  /** What they add to a new layer is shown to others after a review (D-CLS-07). */
  readonly showsAfterReview?: boolean;
}

/**
 * The layer to import into: found by its name in the group, else made (the group too, owned by the company's root
 * unit). New fields are added to those the layer has. Run it inside a transaction.
 *
 * @throws Error when the company is not clear, or the layer is a view or would have too many fields.
 */
export async function findTarget(
  db: Kysely<Schema>,
  options: TargetOptions,
): Promise<TargetLayer & { objectCount: number; isNew: boolean; fields: readonly LayerField[] }> {
  const companyId = await findCompany(db, options.company);
  const group = (await findClassifier(db, companyId, rootClassifierIds.objects, 'group', options.group)) ?? {
    ...(await addGroup(db, companyId, options.group)),
    source_id: null,
    layer_fields: [] as LayerField[],
  };
  const layer = await findClassifier(db, companyId, group.id, 'layer', options.layer);
  if (layer?.source_id)
    throw new Error(`"${options.layer}" is a view of another layer; import into that one.`);
  const fields = mergeFields(layer?.layer_fields ?? [], options.fields);
  const target = { companyId, unitId: group.unit_id, layerName: options.layer, fields };
  if (!layer)
    return {
      ...target,
      layerId: await addLayer(db, companyId, group, options, fields),
      objectCount: 0,
      isNew: true,
    };
  await db
    .updateTable('classifiers')
    .set({ layer_fields: JSON.stringify(fields) })
    .where('company_id', '=', companyId)
    .where('id', '=', layer.id)
    .execute();
  const { count } = await db
    .selectFrom('geoms')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('class_id', '=', layer.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { ...target, layerId: layer.id, objectCount: count, isNew: false };
}

/** The names of the fields that the layer has, where it is there already. */
export async function listPresentFields(
  db: Kysely<Schema>,
  { company, group, layer }: Pick<TargetOptions, 'company' | 'group' | 'layer'>,
): Promise<string[]> {
  const companyId = await findCompany(db, company);
  const parent = await findClassifier(db, companyId, rootClassifierIds.objects, 'group', group);
  const found = parent && (await findClassifier(db, companyId, parent.id, 'layer', layer));
  return (found?.layer_fields ?? []).map(({ name }) => name);
}

const findClassifier = (
  db: Kysely<Schema>,
  companyId: number,
  parentId: number,
  kind: 'group' | 'layer',
  name: string,
) =>
  db
    .selectFrom('classifiers')
    .select(['id', 'unit_id', 'source_id', 'layer_fields'])
    .where('company_id', '=', companyId)
    .where('parent_id', '=', parentId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();

async function addGroup(db: Kysely<Schema>, companyId: number, name: string) {
  const unit = await db
    .selectFrom('units')
    .select('id')
    .where('company_id', '=', companyId)
    .where('parent_id', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return await db
    .insertInto('classifiers')
    .values({
      company_id: companyId,
      id: newId(companyId, 'classifier_seq'),
      parent_id: rootClassifierIds.objects,
      kind: 'group',
      unit_id: unit.id,
      name,
      description: name,
      position: 1000,
    })
    .returning(['id', 'unit_id'])
    .executeTakeFirstOrThrow();
}

async function addLayer(
  db: Kysely<Schema>,
  companyId: number,
  group: { id: number; unit_id: number | null },
  options: TargetOptions,
  fields: readonly LayerField[],
): Promise<number> {
  const { count } = await db
    .selectFrom('classifiers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('kind', '=', 'layer')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('classifiers')
    .values({
      company_id: companyId,
      id: newId(companyId, 'classifier_seq'),
      parent_id: group.id,
      kind: 'layer',
      unit_id: group.unit_id,
      name: options.layer,
      description: options.layer,
      position: count,
      all_objects_public: options.isPublic ? true : null,
      allow_public_registration: options.isOpen ?? false,
      show_after_review: options.showsAfterReview ?? false,
      geom_style: JSON.stringify(
        styleOf((LAYER_COLORS[count % LAYER_COLORS.length] ?? LAYER_COLORS[0]).color),
      ),
      layer_fields: JSON.stringify(fields),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A quiet start for any kind of geometry; the style panel takes it from there. */
function styleOf(hex: string): object {
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

function mergeFields(present: readonly LayerField[], wanted: readonly string[]): LayerField[] {
  const names = new Set(present.map((field) => field.name));
  const fields = [
    ...present,
    ...wanted.filter((name) => !names.has(name)).map((name) => ({ name, type: 'text' as const })),
  ];
  if (fields.length > limits.layerFields)
    throw new Error(
      `The layer would have ${fields.length} fields, at most ${limits.layerFields} are possible; choose with --fields.`,
    );
  return fields;
}
