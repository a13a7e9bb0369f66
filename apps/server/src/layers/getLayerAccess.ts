import type { LayerId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Actor } from '../access/Actor.ts';
import type { Schema } from '../db/schema.ts';
import { AppError } from '../errors/AppError.ts';
import type { Layer } from './Layer.ts';
import { layerPermissions } from './layerPermissions.ts';
import type { LayerAccess } from './layerQuery.ts';
import { listLayersById } from './listLayersById.ts';

/** The layers among these that exist for the actor (D-PERM-03), in the same order. */
export const toLayerAccess = (actor: Actor, layers: readonly Layer[]): LayerAccess[] =>
  layers
    .map((layer) => ({ layer, rights: layerPermissions(actor, layer), filters: [] }))
    .filter(({ rights }) => rights.seesLayer);

/**
 * The requested layers that the actor may see, in the order of the ids. Unknown ids are left out without an error: a
 * remembered list of layers outlives the layers.
 */
export const listLayerAccess = async (
  db: Kysely<Schema>,
  actor: Actor,
  layerIds: readonly LayerId[],
): Promise<LayerAccess[]> => toLayerAccess(actor, await listLayersById(db, layerIds));

/** @throws NOT_FOUND for a layer that is absent or not visible. */
export async function getLayerAccess(
  db: Kysely<Schema>,
  actor: Actor,
  layerId: LayerId,
): Promise<LayerAccess> {
  const [access] = await listLayerAccess(db, actor, [layerId]);
  if (access === undefined) throw new AppError('NOT_FOUND');
  return access;
}
