import type { CompanyId, LayerId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { UserActor } from '../../../access/Actor.ts';
import { permissionFor } from '../../../access/permissions.ts';
import type { Schema } from '../../../db/schema.ts';
import { listLayerAccess } from '../../../layers/getLayerAccess.ts';
import type { LayerAccess } from '../../../layers/layerQuery.ts';

/** Layers of the company without views, which would count the same objects twice. */
async function listAllIds(db: Kysely<Schema>, companyId: CompanyId): Promise<number[]> {
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

export interface ReportLayers {
  readonly layers: readonly LayerAccess[];
  /** Requested ids that are invisible or deleted. */
  readonly leftOut: readonly number[];
}

/**
 * Returns the layers of a custom report whose layer report the actor may read; all layers of the actor's company when the
 * report names none.
 */
export async function listReportLayers(
  db: Kysely<Schema>,
  actor: UserActor,
  layerIds: readonly LayerId[],
): Promise<ReportLayers> {
  const ids = layerIds.length > 0 ? layerIds : await listAllIds(db, actor.companyId);
  const layers = (await listLayerAccess(db, actor, ids)).filter(
    ({ layer }) => permissionFor(actor, 'seeLayerReport', layer.owner) === 'yes',
  );
  const visibleIds = new Set(layers.map(({ layer }) => layer.id));
  return { layers, leftOut: layerIds.filter((id) => !visibleIds.has(id)) };
}
