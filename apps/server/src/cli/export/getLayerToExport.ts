import type { CompanyId, LayerId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { getCompany } from '../getCompany.ts';

export interface LayerToExport {
  readonly companyId: CompanyId;
  readonly layerId: LayerId;
}

export interface LayerName {
  readonly layer: string;
  readonly group?: string | undefined;
  readonly company?: string | undefined;
}

/** @throws Error with a sentence for the user when no layer, or more than one, is called so, or it is a view. */
export async function getLayerToExport(
  db: Kysely<Schema>,
  { layer, group, company }: LayerName,
): Promise<LayerToExport> {
  const companyId = await getCompany(db, company);
  const layers = await db
    .selectFrom('classifiers as layer')
    .innerJoin('classifiers as parent', (join) =>
      join
        .onRef('parent.id', '=', 'layer.parent_id')
        .on((eb) => eb.or([eb('parent.company_id', '=', companyId), eb('parent.company_id', '=', 0)])),
    )
    .select(['layer.id', 'layer.source_id', 'parent.name as groupName'])
    .where('layer.company_id', '=', companyId)
    .where('layer.kind', '=', 'layer')
    .where('layer.name', '=', layer)
    .where('layer.deleted_at', 'is', null)
    .orderBy('layer.id')
    .execute();
  const found = layers.filter(({ groupName }) => group === undefined || groupName === group);
  const [one, ...others] = found;
  if (one === undefined) throw new Error(`There is no layer "${layer}"${group ? ` in "${group}"` : ''}.`);
  if (others.length > 0)
    throw new Error(
      `Specify which "${layer}" with --group: ${found.map(({ groupName }) => groupName).join(', ')}`,
    );
  if (one.source_id !== null) throw new Error(`"${layer}" is a view of another layer; export that layer.`);
  return { companyId, layerId: one.id };
}
