import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { UserActor } from '../../../plugins/Actor.ts';
import { mayReach } from '../../../plugins/rights.ts';
import type { LayerScope } from '../../classifiers/index.ts';
import { readScopes } from '../../objects/index.ts';

/** Layers of the company, without views: these would count the same objects twice. */
async function listAllIds(db: Kysely<Schema>, companyId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('classifiers')
    .select('id')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'layer')
    .where('source_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('parent_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export interface CustomScopes {
  readonly scopes: readonly LayerScope[];
  /** Ids that were named and are not to be seen, or are gone. */
  readonly leftOut: readonly number[];
}

/** The layers of a report as far as the actor may see their reports; all of his company where none is named. */
export async function readCustomScopes(
  db: Kysely<Schema>,
  actor: UserActor,
  layerIds: readonly number[],
): Promise<CustomScopes> {
  const ids = layerIds.length > 0 ? layerIds : await listAllIds(db, actor.companyId);
  const scopes = (await readScopes(db, actor, { classifiers: ids })).filter(
    ({ layer }) => mayReach(actor, 'seeLayerReport', layer.owner) === 'yes',
  );
  const seen = new Set(scopes.map(({ layer }) => layer.id));
  return { scopes, leftOut: layerIds.filter((id) => !seen.has(id)) };
}
