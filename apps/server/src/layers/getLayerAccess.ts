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
): Promise<LayerAccess[]> =>
  await withRelated(db, actor, toLayerAccess(actor, await listLayersById(db, layerIds)));

/** Adds the layers to which fields refer; nothing is read for layers without such fields. */
export async function withRelated(
  db: Kysely<Schema>,
  actor: Actor,
  layers: readonly LayerAccess[],
): Promise<LayerAccess[]> {
  const ids = layers.flatMap(({ layer }) => layer.strictFields.flatMap(({ schema }) => schema?.layer ?? []));
  if (ids.length === 0) return [...layers];
  const found = toLayerAccess(actor, await listLayersById(db, ids));
  const byId = new Map(found.map((access) => [access.layer.id, access]));
  return layers.map((access) => ({
    ...access,
    related: new Map(
      access.layer.strictFields.flatMap(({ name, schema }) => {
        // A field may name a layer of its own company only, whatever a restored backup says.
        const related = schema?.layer === undefined ? undefined : byId.get(schema.layer);
        return related?.layer.companyId === access.layer.companyId ? [[name, related] as const] : [];
      }),
    ),
  }));
}

/** `listLayerAccess` for one actor. */
export const layersOf =
  (actor: Actor) =>
  (db: Kysely<Schema>, layerIds: readonly LayerId[]): Promise<LayerAccess[]> =>
    listLayerAccess(db, actor, layerIds);

/** Layers as the command line reads them, which may see everything. */
export async function listLayerAccessOfCommand(
  db: Kysely<Schema>,
  layerIds: readonly LayerId[],
): Promise<LayerAccess[]> {
  return (await listLayersById(db, layerIds)).map((layer) => ({ layer, rights: allRights, filters: [] }));
}

const allRights: LayerAccess['rights'] = {
  seesLayer: true,
  objects: 'all',
  unreviewed: 'all',
  seesExactPositions: true,
  seesInternalComments: true,
  seesReporterEmail: true,
  edits: true,
  deletes: 'yes',
  comments: true,
  deletesComments: 'yes',
  reviews: true,
  adds: 'yes',
};

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
