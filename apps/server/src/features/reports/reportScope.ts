import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { mayReach } from '../../plugins/rights.ts';
import type { LayerScope } from '../classifiers/index.ts';
import { getScope } from '../objects/index.ts';

/** A layer whose report the actor may read: Read in the owning unit. 404 where it is not to be seen, else 403. */
export async function getReportScope(
  db: Kysely<Schema>,
  actor: UserActor,
  layerId: number,
): Promise<LayerScope> {
  const scope = await getScope(db, actor, layerId);
  if (mayReach(actor, 'seeLayerReport', scope.layer.owner) !== 'yes') throw new AppError('FORBIDDEN');
  return scope;
}
