import { type CompanyId, companyOf, type Language, type MapLayer } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Actor, UserActor } from '../../access/Actor.ts';
import { hasCompanyPermission, permissionFor } from '../../access/permissions.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { withArchive } from './archiveMap.ts';
import { listBaseLayerRows, SYSTEM } from './baseLayerRows.ts';
import { withOfflineMap } from './offlineMap.ts';

/** Base layers belong to a whole company, so the level held in any unit counts. */
const maySeeOverlays = (actor: Actor): boolean => hasCompanyPermission(actor, 'seeOverlays');

export interface BaseLayerReader extends Pick<AppDeps, 'storage'> {
  readonly actor: Actor;
  readonly language: Language;
}

/** Visitors see the base layers of every company, as they see every company's public objects. */
export async function listVisibleBaseLayers(
  db: Kysely<Schema>,
  { actor, language, storage }: BaseLayerReader,
): Promise<MapLayer[]> {
  const layers = await listBaseLayerRows(db, {
    companyIds: actor.kind === 'user' ? [actor.companyId] : 'all',
    withOverlays: maySeeOverlays(actor),
    language,
  });
  const complete = await Promise.all(
    layers.map((row) => withArchive(row, { language, objects: storage.objects })),
  );
  return complete.map(withOfflineMap).map((layer) => withRight(actor, layer));
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
