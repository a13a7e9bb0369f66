import { companyOf, limits, type ObjectId, reopenLimits } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { type Owner, permissionFor } from '../../access/permissions.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { isBy } from '../../layers/isBy.ts';
import { toReporter } from '../../layers/layerPermissions.ts';
import { listLayersById } from '../../layers/listLayersById.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { getVisibleObject } from '../../objects/getVisibleObject.ts';
import type { Clock } from '../../runtime/Clock.ts';

/**
 * Time in which the device that sent a report may add photos which had no network before. Staff may have reviewed the report
 * meanwhile, so that those after the first hour are hidden.
 */
const LATE_S = 86_400;

/** Object to which the actor may attach files. */
export interface AttachTarget {
  readonly geometryId: ObjectId;
  readonly owner: Owner;
  /**
   * True for a visitor who attaches to the object they have just added or reopened: counts against their address's quota.
   */
  readonly isVisitors: boolean;
  /**
   * True for late images and with a reopening, whose text others do not see either: they wait until staff show them.
   */
  readonly isHidden: boolean;
}

/**
 * D-PERM-06: an actor who may not see the object gets NOT_FOUND; one who may see but not attach gets
 * FORBIDDEN.
 */
export async function getAttachTarget(
  db: Kysely<Schema>,
  clock: Clock,
  { reader, geometryId }: { readonly reader: Reader; readonly geometryId: ObjectId },
): Promise<AttachTarget> {
  const own = await findOwnNewObject(db, clock, { reader, geometryId });
  if (own !== undefined) return own;
  const { owner } = await getVisibleObject(db, reader, geometryId);
  if (permissionFor(reader.actor, 'addFiles', owner.owner) === 'yes')
    return { geometryId, owner: owner.owner, isVisitors: false, isHidden: false };
  throw new AppError(reader.actor.kind === 'anonymous' ? 'NOT_SIGNED_IN' : 'FORBIDDEN');
}

/**
 * D-FILE-06: the object that the actor, being only a visitor, added or reopened less than an hour ago, hidden or not; a day ago
 * if they are known by the cookie of their device.
 */
async function findOwnNewObject(
  db: Kysely<Schema>,
  clock: Clock,
  { reader: { actor }, geometryId }: { readonly reader: Reader; readonly geometryId: ObjectId },
): Promise<AttachTarget | undefined> {
  // The link of a mail about the report is enough only where the report was just reopened: otherwise visitors attach from the
  // device they reported with.
  const reporter = toReporter(actor);
  const { afterAddingS } = limits.visitorUpload;
  const isAddedWithin = (seconds: number) =>
    sql<boolean>`(${isBy({ ...reporter, reportIds: [] })} AND g.created_at > ${clock.now} - make_interval(secs => ${seconds}))`;
  const isNew = isAddedWithin(afterAddingS);
  const isOwn = isAddedWithin(actor.kind === 'user' ? afterAddingS : LATE_S);
  const isReopened = sql<boolean>`(${isBy(reporter)} AND EXISTS (
    SELECT FROM comments AS m WHERE m.company_id = g.company_id AND m.geom_id = g.id AND m.by_reporter
      AND m.merged_from IS NULL AND m.deleted_at IS NULL AND m.added_at > ${clock.now} - make_interval(secs => ${reopenLimits.photoS})))`;
  const row = await db
    .selectFrom('geoms as g')
    .select(['g.class_id as classId', sql<boolean>`(${isReopened} OR NOT ${isNew})`.as('isHidden')])
    .where('g.company_id', '=', companyOf(geometryId))
    .where('g.id', '=', geometryId)
    .where('g.deleted_at', 'is', null)
    .where(sql<boolean>`(${isOwn} OR ${isReopened})`)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [layer] = await listLayersById(db, [row.classId]);
  if (layer === undefined || permissionFor(actor, 'addFiles', layer.owner) !== 'own') return undefined;
  return { geometryId, owner: layer.owner, isVisitors: true, isHidden: row.isHidden };
}
