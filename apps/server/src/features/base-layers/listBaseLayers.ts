import { type BaseLayerId, type CompanyId, companyOf, type Language, type MapLayer } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Actor, UserActor } from '../../access/Actor.ts';
import { hasCompanyPermission, permissionFor } from '../../access/permissions.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { withArchive } from './archiveMap.ts';
import { type BaseLayerRow, listBaseLayerRows, SYSTEM } from './baseLayerRows.ts';
import { withOfflineMap } from './offlineMap.ts';

/** Base layers belong to a whole company, so the level held in any unit counts. */
const maySeeOverlays = (actor: Actor): boolean => hasCompanyPermission(actor, 'seeOverlays');

export interface BaseLayerReader extends Pick<AppDeps, 'storage'> {
  readonly actor: Actor;
  readonly language: Language;
}

/** Visitors see the base layers of every company, as they see every company's public objects. */
const toFilter = ({ actor, language }: Omit<BaseLayerReader, 'storage'>) => ({
  companyIds: actor.kind === 'user' ? [actor.companyId] : ('all' as const),
  withOverlays: maySeeOverlays(actor),
  language,
});

/** Returns the row of a layer that the reader can see. Fit for transactions: it reads the database alone. */
export async function findVisibleRow(
  db: Kysely<Schema>,
  reader: Omit<BaseLayerReader, 'storage'>,
  id: BaseLayerId,
): Promise<BaseLayerRow | undefined> {
  return (await listBaseLayerRows(db, { ...toFilter(reader), id }))[0];
}

/** Completes a row for its reader. Call it outside transactions: it may wait for the store of an archive. */
export async function toMapLayer(
  { actor, language, storage }: BaseLayerReader,
  row: BaseLayerRow,
): Promise<MapLayer> {
  const layer = await withArchive(row, { language, objects: storage.objects });
  return withRight(actor, withOfflineMap(layer));
}

export async function listVisibleBaseLayers(
  db: Kysely<Schema>,
  reader: BaseLayerReader,
): Promise<MapLayer[]> {
  const rows = await listBaseLayerRows(db, toFilter(reader));
  return await Promise.all(rows.map((row) => toMapLayer(reader, row)));
}

/** Tells users who manage base layers, and nobody else, which of them they may change. */
const withRight = (actor: Actor, layer: MapLayer): MapLayer =>
  actor.kind === 'user' &&
  permissionFor(actor, 'manageMapLayers', { companyId: actor.companyId, unitId: null }) === 'yes'
    ? { ...layer, canEdit: companyOf(layer.id) === actor.companyId }
    : layer;

/** Another company's list answers NOT_FOUND; the system has no list of its own. */
export async function listCompanyBaseLayers(
  deps: AppDeps,
  actor: UserActor,
  { companyId, language }: { readonly companyId: CompanyId; readonly language: Language },
): Promise<MapLayer[]> {
  if (companyId === SYSTEM || companyId !== actor.companyId) throw new AppError('NOT_FOUND');
  return await listVisibleBaseLayers(deps.database.db, { actor, language, storage: deps.storage });
}
