import type { BaseLayerId, MapLayer, MapLayerBody } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { permissionFor } from '../../access/permissions.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { findArchiveSource } from './archiveLayers.ts';
import {
  type BaseLayerValues,
  deleteBaseLayerRow,
  insertBaseLayerRow,
  lockBaseLayerRow,
  updateBaseLayerRow,
} from './baseLayerRows.ts';
import { checkSource } from './checkSource.ts';
import { type BaseLayerReader, listVisibleBaseLayers } from './listBaseLayers.ts';

/** API-LAYER-03..05: for module Admins, who may show the company's users any map they choose. */

export interface BaseLayerChanger extends BaseLayerReader {
  readonly actor: UserActor;
  readonly requestId: string;
}

export function checkManages(actor: UserActor): void {
  const permission = permissionFor(actor, 'manageMapLayers', { companyId: actor.companyId, unitId: null });
  if (permission !== 'yes') throw new AppError('FORBIDDEN');
}

function toValues({ config }: AppDeps, body: MapLayerBody): BaseLayerValues {
  const problems = checkSource(body, config.baseLayerHosts);
  if (problems.length > 0) throw validationError(...problems);
  const { name, group = '', overlay = false, sourceType, sourceJson, visibility = true } = body;
  return { name, group, overlay, sourceType, sourceJson, visibility };
}

/** The source of a layer with an archive derives from the file: what a caller sends for it is not used. */
function toArchiveValues(
  { name, group = '', overlay = false }: MapLayerBody,
  source: string,
): BaseLayerValues {
  // Tiles of archives are sent to everybody.
  if (overlay) throw validationError({ path: '/overlay', code: 'NOT_ALLOWED' });
  return { name, group, overlay, sourceType: 'XYZ', sourceJson: source, visibility: true };
}

async function findLayer(
  db: Kysely<Schema>,
  changer: BaseLayerChanger,
  id: BaseLayerId,
): Promise<MapLayer | undefined> {
  return (await listVisibleBaseLayers(db, changer)).find((layer) => layer.id === id);
}

/** Returns a layer of the actor's own company; the product's own layers are visible but cannot be changed. */
export async function getOwnLayer(
  db: Kysely<Schema>,
  changer: BaseLayerChanger,
  id: BaseLayerId,
): Promise<MapLayer> {
  const layer = await findLayer(db, changer, id);
  if (layer === undefined) throw new AppError('NOT_FOUND');
  checkManages(changer.actor);
  if (layer.canEdit !== true) throw new AppError('FORBIDDEN');
  return layer;
}

export const auditLayer = (
  db: Kysely<Schema>,
  { actor, requestId }: BaseLayerChanger,
  {
    action,
    layer: { id, name },
    details,
  }: {
    readonly action: 'LAYER_ADDED' | 'LAYER_UPDATED' | 'LAYER_DELETED';
    readonly layer: Pick<MapLayer, 'id' | 'name'>;
    readonly details: Readonly<Record<string, unknown>>;
  },
): Promise<void> =>
  audit(db, { actor, action, entity: 'mapLayer', entityId: id, entityName: name, details, requestId });

const valuesOf = (layer: MapLayer): BaseLayerValues => ({
  name: layer.name,
  group: layer.group,
  overlay: layer.overlay,
  sourceType: layer.sourceType,
  sourceJson: layer.sourceJson,
  visibility: layer.visibility,
});

export async function addBaseLayer(
  deps: AppDeps,
  changer: BaseLayerChanger,
  body: MapLayerBody,
): Promise<MapLayer> {
  checkManages(changer.actor);
  const values = toValues(deps, body);
  return await inTransaction(deps.database, {}, async (db) => {
    const id = await insertBaseLayerRow(db, changer.actor.companyId, values);
    await auditLayer(db, changer, {
      action: 'LAYER_ADDED',
      layer: { id, name: values.name },
      details: { new: values },
    });
    return await getOwnLayer(db, changer, id);
  });
}

export async function updateBaseLayer(
  deps: AppDeps,
  changer: BaseLayerChanger,
  {
    id,
    body,
    expectedVersion,
  }: {
    readonly id: BaseLayerId;
    readonly body: MapLayerBody;
    readonly expectedVersion: number | undefined;
  },
): Promise<MapLayer> {
  return await inTransaction(deps.database, {}, async (db) => {
    await lockBaseLayerRow(db, id);
    const layer = await getOwnLayer(db, changer, id);
    if (expectedVersion !== undefined && expectedVersion !== layer.version)
      throw new AppError('MAP_LAYER_CHANGED', { current: layer });
    const archiveSource = await findArchiveSource(db, id);
    const values = {
      ...valuesOf(layer),
      ...(archiveSource ? toArchiveValues(body, archiveSource) : toValues(deps, body)),
    };
    await updateBaseLayerRow(db, id, values);
    await auditLayer(db, changer, {
      action: 'LAYER_UPDATED',
      layer: { id, name: values.name },
      details: {
        old: valuesOf(layer),
        new: values,
      },
    });
    return await getOwnLayer(db, changer, id);
  });
}

export async function deleteBaseLayer(
  deps: AppDeps,
  changer: BaseLayerChanger,
  id: BaseLayerId,
): Promise<void> {
  await inTransaction(deps.database, {}, async (db) => {
    await lockBaseLayerRow(db, id);
    const layer = await getOwnLayer(db, changer, id);
    await deleteBaseLayerRow(db, id);
    await auditLayer(db, changer, { action: 'LAYER_DELETED', layer, details: { old: valuesOf(layer) } });
  });
}
