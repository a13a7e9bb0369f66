import type { Language, MapLayer } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { companyOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { Actor, UserActor } from '../../plugins/Actor.ts';
import { mayInCompany, mayReach } from '../../plugins/rights.ts';
import { withOfflineMap } from './offlineMap.ts';
import { listMapLayers, SYSTEM } from './repository.ts';

/** Map layers belong to a whole company, so the level held in any unit counts. */
const maySeeOverlays = (actor: Actor): boolean => mayInCompany(actor, 'seeOverlays');

/** Visitors see the base layers of every company, as they see every company's public objects. */
export async function listVisibleMapLayers(
  db: Kysely<Schema>,
  actor: Actor,
  language: Language,
): Promise<MapLayer[]> {
  const layers = await listMapLayers(db, {
    companyIds: actor.kind === 'user' ? [actor.companyId] : 'all',
    withOverlays: maySeeOverlays(actor),
    language,
  });
  return layers.map(withOfflineMap).map((layer) => withRight(actor, layer));
}

/** Only who manages map layers is told which of them are his to change. */
const withRight = (actor: Actor, layer: MapLayer): MapLayer =>
  actor.kind === 'user' &&
  mayReach(actor, 'manageMapLayers', { companyId: actor.companyId, unitId: null }) === 'yes'
    ? { ...layer, canEdit: companyOf(layer.id) === actor.companyId }
    : layer;

/** Another company's list is not there; the system has none of its own. */
export async function listCompanyMapLayers(
  deps: AppDeps,
  actor: UserActor,
  companyId: number,
  language: Language,
): Promise<MapLayer[]> {
  if (companyId === SYSTEM || companyId !== actor.companyId) throw new AppError('NOT_FOUND');
  return await listVisibleMapLayers(deps.database.db, actor, language);
}
