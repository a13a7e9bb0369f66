import { type BaseLayerId, companyOf, type MapLayer, type MapLayerBody } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { permissionFor } from '../../access/permissions.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import {
  type BaseLayerRow,
  type BaseLayerValues,
  deleteBaseLayerRow,
  insertBaseLayerRow,
  lockBaseLayerRow,
  updateBaseLayerRow,
} from './baseLayerRows.ts';
import { checkSource } from './checkSource.ts';
import { type BaseLayerReader, findVisibleRow, toMapLayer } from './listBaseLayers.ts';

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

/** Returns the row of a layer of the actor's own company; the product's own layers are visible but cannot be changed. */
export async function getOwnRow(
  db: Kysely<Schema>,
  changer: BaseLayerChanger,
  id: BaseLayerId,
): Promise<BaseLayerRow> {
  const row = await findVisibleRow(db, changer, id);
  if (row === undefined) throw new AppError('NOT_FOUND');
  checkManages(changer.actor);
  if (companyOf(row.id) !== changer.actor.companyId) throw new AppError('FORBIDDEN');
  return row;
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

const valuesOf = (layer: BaseLayerRow): BaseLayerValues => ({
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
  const row = await inTransaction(deps.database, {}, async (db) => {
    const id = await insertBaseLayerRow(db, changer.actor.companyId, values);
    await auditLayer(db, changer, {
      action: 'LAYER_ADDED',
      layer: { id, name: values.name },
      details: { new: values },
    });
    return await getOwnRow(db, changer, id);
  });
  return await toMapLayer(changer, row);
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
  const { isStale, row } = await inTransaction(deps.database, {}, async (db) => {
    await lockBaseLayerRow(db, id);
    const old = await getOwnRow(db, changer, id);
    if (expectedVersion !== undefined && expectedVersion !== old.version) return { isStale: true, row: old };
    const values = old.archivePath === null ? toValues(deps, body) : toArchiveValues(body, old.sourceJson);
    await updateBaseLayerRow(db, id, values);
    await auditLayer(db, changer, {
      action: 'LAYER_UPDATED',
      layer: { id, name: values.name },
      details: { old: valuesOf(old), new: values },
    });
    return { isStale: false, row: await getOwnRow(db, changer, id) };
  });
  const layer = await toMapLayer(changer, row);
  if (isStale) throw new AppError('MAP_LAYER_CHANGED', { current: layer });
  return layer;
}

export async function deleteBaseLayer(
  deps: AppDeps,
  changer: BaseLayerChanger,
  id: BaseLayerId,
): Promise<void> {
  await inTransaction(deps.database, {}, async (db) => {
    await lockBaseLayerRow(db, id);
    const layer = await getOwnRow(db, changer, id);
    await deleteBaseLayerRow(db, id);
    await auditLayer(db, changer, { action: 'LAYER_DELETED', layer, details: { old: valuesOf(layer) } });
  });
}
