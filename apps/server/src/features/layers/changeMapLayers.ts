import type { Language, MapLayer, MapLayerBody } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { mayReach } from '../../plugins/rights.ts';
import { audit } from '../log/index.ts';
import { checkSource } from './checkSource.ts';
import {
  deleteMapLayerRow,
  insertMapLayer,
  lockMapLayer,
  type MapLayerValues,
  updateMapLayerRow,
} from './repository.ts';
import { listVisibleMapLayers } from './service.ts';

/** API-LAYER-03..05: for the module Admin, who may show the company's people any map there is. */

export interface LayerChanger {
  readonly actor: UserActor;
  readonly language: Language;
  readonly requestId: string;
}

function checkManages(actor: UserActor): void {
  const reach = mayReach(actor, 'manageMapLayers', { companyId: actor.companyId, unitId: null });
  if (reach !== 'yes') throw new AppError('FORBIDDEN');
}

function toValues({ config }: AppDeps, body: MapLayerBody): MapLayerValues {
  const problems = checkSource(body, config.baseLayerHosts);
  if (problems.length > 0) throw validationError(...problems);
  const { name, group = '', overlay = false, sourceType, sourceJson, visibility = true } = body;
  return { name, group, overlay, sourceType, sourceJson, visibility };
}

async function findLayer(
  db: Kysely<Schema>,
  { actor, language }: LayerChanger,
  id: number,
): Promise<MapLayer | undefined> {
  return (await listVisibleMapLayers(db, actor, language)).find((layer) => layer.id === id);
}

/** One of the own company; the product's own may be seen, and stay. */
async function getOwnLayer(db: Kysely<Schema>, changer: LayerChanger, id: number): Promise<MapLayer> {
  const layer = await findLayer(db, changer, id);
  if (layer === undefined) throw new AppError('NOT_FOUND');
  checkManages(changer.actor);
  if (layer.canEdit !== true) throw new AppError('FORBIDDEN');
  return layer;
}

const auditLayer = (
  db: Kysely<Schema>,
  { actor, requestId }: LayerChanger,
  action: 'LAYER_ADDED' | 'LAYER_UPDATED' | 'LAYER_DELETED',
  { id, name }: Pick<MapLayer, 'id' | 'name'>,
  details: Readonly<Record<string, unknown>>,
): Promise<void> =>
  audit(db, { actor, action, entity: 'mapLayer', entityId: id, entityName: name, details, requestId });

const valuesOf = ({
  name,
  group,
  overlay,
  sourceType,
  sourceJson,
  visibility,
}: MapLayer): MapLayerValues => ({
  name,
  group,
  overlay,
  sourceType,
  sourceJson,
  visibility,
});

export async function addMapLayer(
  deps: AppDeps,
  changer: LayerChanger,
  body: MapLayerBody,
): Promise<MapLayer> {
  checkManages(changer.actor);
  const values = toValues(deps, body);
  return await inTransaction(deps.database, {}, async (db) => {
    const id = await insertMapLayer(db, changer.actor.companyId, values);
    await auditLayer(db, changer, 'LAYER_ADDED', { id, name: values.name }, { new: values });
    return await getOwnLayer(db, changer, id);
  });
}

export async function updateMapLayer(
  deps: AppDeps,
  changer: LayerChanger,
  id: number,
  { body, expectedVersion }: { readonly body: MapLayerBody; readonly expectedVersion: number | undefined },
): Promise<MapLayer> {
  return await inTransaction(deps.database, {}, async (db) => {
    await lockMapLayer(db, id);
    const layer = await getOwnLayer(db, changer, id);
    if (expectedVersion !== undefined && expectedVersion !== layer.version)
      throw new AppError('MAP_LAYER_CHANGED', { current: layer });
    const values = { ...valuesOf(layer), ...toValues(deps, body) };
    await updateMapLayerRow(db, id, values);
    await auditLayer(
      db,
      changer,
      'LAYER_UPDATED',
      { id, name: values.name },
      {
        old: valuesOf(layer),
        new: values,
      },
    );
    return await getOwnLayer(db, changer, id);
  });
}

export async function deleteMapLayer(deps: AppDeps, changer: LayerChanger, id: number): Promise<void> {
  await inTransaction(deps.database, {}, async (db) => {
    await lockMapLayer(db, id);
    const layer = await getOwnLayer(db, changer, id);
    await deleteMapLayerRow(db, id);
    await auditLayer(db, changer, 'LAYER_DELETED', layer, { old: valuesOf(layer) });
  });
}
