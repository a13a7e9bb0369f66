import { limits } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { companyOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { Clock } from '../../plugins/Clock.ts';
import { mayReach, type Owner } from '../../plugins/rights.ts';
import { findShownLayers, type Reader } from '../classifiers/index.ts';
import { getSeenObject } from '../objects/index.ts';

/** An object to which the actor may attach files. */
export interface AttachTarget {
  readonly geometryId: number;
  readonly owner: Owner;
  /** Attached as a visitor, to the object he has just added: counts for his address. */
  readonly isVisitors: boolean;
}

/** D-PERM-06: who may not see it finds nothing; who may see it and not attach is told so. */
export async function getAttachTarget(
  db: Kysely<Schema>,
  clock: Clock,
  reader: Reader,
  geometryId: number,
): Promise<AttachTarget> {
  const own = await findOwnNewObject(db, clock, reader, geometryId);
  if (own !== undefined) return own;
  const { owner } = await getSeenObject(db, reader, geometryId);
  if (mayReach(reader.actor, 'addFiles', owner.owner) === 'yes')
    return { geometryId, owner: owner.owner, isVisitors: false };
  throw new AppError(reader.actor.kind === 'anonymous' ? 'NOT_SIGNED_IN' : 'FORBIDDEN');
}

/** D-FILE-06: what the actor added less than an hour ago, where he is no more than a visitor; hidden or not. */
async function findOwnNewObject(
  db: Kysely<Schema>,
  clock: Clock,
  { actor }: Reader,
  geometryId: number,
): Promise<AttachTarget | undefined> {
  const author = actor.kind === 'user' ? actor.userId : null;
  const visitor = actor.kind === 'anonymous' ? (actor.visitorId ?? null) : null;
  const { afterAddingS } = limits.visitorUpload;
  const row = await db
    .selectFrom('geoms')
    .select('class_id as classId')
    .where('company_id', '=', companyOf(geometryId))
    .where('id', '=', geometryId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(author_id = ${author}::bigint OR visitor_id = ${visitor}::uuid)`)
    .where(sql<boolean>`created_at > ${clock.now} - make_interval(secs => ${afterAddingS})`)
    .executeTakeFirst();
  const [layer] = row === undefined ? [] : await findShownLayers(db, [row.classId]);
  if (layer === undefined || mayReach(actor, 'addFiles', layer.owner) !== 'own') return undefined;
  return { geometryId, owner: layer.owner, isVisitors: true };
}
