import {
  type BodyOf,
  type mergeCases as call,
  companyOf,
  limits,
  type MergePartName,
  mergePartNames,
  type ObjectId,
  type ReplyOf,
  referenceOf,
} from '@pgis/contract';
import { sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { addLargeChange, nextChangeId } from '../../../changes/largeChanges.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { MovedParts, Schema } from '../../../db/schema.ts';
import { AppError, validationError } from '../../../errors/AppError.ts';
import type { LayerAccess } from '../../../layers/layerQuery.ts';
import { queueReporterMails } from '../../../mail/queueReporterMail.ts';
import { fromCases, listCaseLayers } from '../selectCases.ts';
import { auditMerge } from './auditMerge.ts';
import { listPublicIds } from './listPublicIds.ts';
import { type MovedKeys, mergeParts } from './mergeParts.ts';

type Body = BodyOf<typeof call>;

interface MergeRequest {
  readonly actor: UserActor;
  readonly requestId: string;
  readonly body: Body;
}

interface LockedCase {
  readonly rank: number;
  readonly id: ObjectId;
  readonly name: string;
  readonly version: number;
  readonly userEmail: string;
}

/**
 * Merges cases into the one that stays, all of them or none. A merged case is a link from then on: it is in no list, count,
 * image or export, and its address leads to the other.
 */
export async function mergeCases(
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  { actor, requestId, body }: MergeRequest,
): Promise<ReplyOf<typeof call>> {
  const asked = [body.keep, ...body.merge];
  const twice = asked.findIndex(({ id }, index) => asked.findIndex((other) => other.id === id) < index);
  if (twice !== -1) throw validationError({ path: `/merge/${twice - 1}/id`, code: 'DUPLICATE' });
  const keepId = body.keep.id;
  const mergedIds = body.merge.map(({ id }) => id).sort((a, b) => a - b);
  return await inTransaction(database, {}, async (db) => {
    const layers = await listCaseLayers(db, actor);
    const cases = await lockCases(db, layers, [keepId, ...mergedIds]);
    const kept = cases.find(({ id }) => id === keepId);
    const keptLayer = layers[kept?.rank ?? -1]?.layer;
    if (kept === undefined || keptLayer === undefined || cases.length < asked.length)
      throw new AppError('NOT_FOUND');
    if (cases.some(({ rank }) => layers[rank]?.rights.edits !== true)) throw new AppError('FORBIDDEN');
    const versions = new Map(asked.map(({ id, version }) => [id, version]));
    const count = cases.filter(({ id, version }) => versions.get(id) !== version).length;
    if (count > 0) throw new AppError('OBJECTS_CHANGED', { count, values: { count } });
    await requireNothingPublished(db, { keepId, mergedIds });
    await requireCommentRoom(db, { keepId, mergedIds, withNotes: body.withNotes === true });

    const names = mergePartNames.filter((name) => name !== 'notes' || body.withNotes === true);
    const changeId = await nextChangeId(db, keptLayer.companyId);
    const moved: Record<string, Partial<Record<MergePartName, MovedKeys>>> = {};
    const counts = { votes: 0, files: 0, comments: 0, notes: 0 };
    for (const from of mergedIds) {
      const keys: Partial<Record<MergePartName, MovedKeys>> = {};
      for (const name of names) {
        const ids = await mergeParts[name].move(db, { companyId: keptLayer.companyId, from, into: keepId });
        counts[name] += ids.length;
        keys[name] = ids;
      }
      moved[from] = keys;
    }
    await markMerged(db, { mergedIds, keepId, changeId });
    const { companyId, ownerId: layerId, owner } = keptLayer;
    const entryId = await auditMerge(db, {
      ...{ actor, requestId, action: 'OBJECTS_MERGED', mergedIds, counts },
      kept: { id: keepId, name: kept.name, companyId, unitId: owner.unitId, layerId },
    });
    await addLargeChange(db, {
      ...{ id: changeId, kind: 'casesMerged', actor, nodeId: layerId },
      ...{ count: mergedIds.length, sourceId: entryId, moved: moved satisfies MovedParts },
    });
    if (body.tellsReporters === true)
      await queueReporterMails(db, clock, {
        kind: 'merged',
        mails: cases
          .filter(({ id }) => id !== keepId)
          .map(({ id, userEmail }) => ({ geomId: id, userEmail })),
      });
    return { changeId, count: mergedIds.length, moved: counts };
  });
}

/** Locks in the order of ids, so that of two merges one waits for the other and then finds what it has left. */
async function lockCases(
  db: Transaction<Schema>,
  layers: readonly LayerAccess[],
  ids: readonly ObjectId[],
): Promise<LockedCase[]> {
  if (layers.length === 0) return [];
  const { rows } = await sql<LockedCase>`
    SELECT l.rank, g.id, g.name, g.version, g.user_email AS "userEmail"
    ${fromCases({ layers, ids })} ORDER BY g.id FOR NO KEY UPDATE OF g`.execute(db);
  return rows;
}

interface Merged {
  readonly keepId: ObjectId;
  readonly mergedIds: readonly ObjectId[];
}

/** Pictures and public comments are as public as their object: a merge does not show them to anybody who did not see them. */
async function requireNothingPublished(
  db: Transaction<Schema>,
  { keepId, mergedIds }: Merged,
): Promise<void> {
  const publicIds = await listPublicIds(db, [keepId, ...mergedIds]);
  if (!publicIds.has(keepId)) return;
  const hidden = mergedIds.find((id) => !publicIds.has(id));
  if (hidden !== undefined)
    throw new AppError('MERGE_WOULD_PUBLISH', { values: { number: referenceOf(hidden) } });
}

async function requireCommentRoom(
  db: Transaction<Schema>,
  { keepId, mergedIds, withNotes }: Merged & { readonly withNotes: boolean },
): Promise<void> {
  const limit = limits.commentsPerObject;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM comments
    WHERE company_id = ${companyOf(keepId)}::integer AND deleted_at IS NULL
      AND (geom_id = ${keepId}::bigint
        OR geom_id = ANY(${mergedIds}::bigint[]) AND (is_public OR ${withNotes}::boolean))`.execute(db);
  if ((rows[0]?.count ?? 0) > limit) throw new AppError('TOO_MANY_COMMENTS', { values: { limit } });
}

/** The version stays: nothing of the merged object itself has changed when an undo brings it back. */
async function markMerged(
  db: Transaction<Schema>,
  { mergedIds, keepId, changeId }: Merged & { readonly changeId: number },
): Promise<void> {
  await db
    .updateTable('geoms')
    .set({ deleted_at: sql`now()`, merged_into: keepId, change_id: changeId })
    .where('company_id', '=', companyOf(keepId))
    .where(sql<boolean>`id = ANY(${mergedIds}::bigint[])`)
    .execute();
}
