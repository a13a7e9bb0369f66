import { companyOf, type ObjectId, type ReporterPage, reopenLimits, type StatusId } from '@pgis/contract';
import type { Transaction } from 'kysely';
import { consumeVisitorQuota } from '../../access/visitorQuota.ts';
import { audit } from '../../audit/audit.ts';
import { type RenewedCase, renewDueDate } from '../../cases/caseRows.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Layer } from '../../layers/Layer.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { notifyOfReopening } from '../../notices/notifyOfReopening.ts';
import { auditObject } from '../../objects/auditObject.ts';
import { getObject } from '../../objects/getObject.ts';
import { getVisibleObject } from '../../objects/getVisibleObject.ts';
import { insertComments, requireCommentRoom, updateLatestComments } from '../comments/index.ts';
import { type ReportPageDeps, readReportPage } from './readReportPage.ts';
import { readReportState, requireOwn } from './readReportState.ts';

interface ReopenRequest extends Reader {
  readonly id: ObjectId;
  readonly text: string;
  readonly requestId: string;
}

/**
 * Opens a report again that was done. It ends by that, so that a second request is refused until it is done once more.
 *
 * @throws NOT_REOPENABLE; TOO_MANY_REQUESTS by the network address.
 */
export async function reopenReport(deps: ReportPageDeps, request: ReopenRequest): Promise<ReporterPage> {
  const { clock, database } = deps;
  const { actor, id, text, requestId } = request;
  // Says where a merged report goes on.
  await getObject(database.db, request, id);
  await inTransaction(database, {}, async (db) => {
    await getVisibleObject(db, request, id, { forUpdate: true });
    // Read after the lock: the statement that waited for it has an older snapshot of the comments.
    const report = requireOwn(await getVisibleObject(db, request, id));
    const { reopenUntil, firstStatusId } = await readReportState(deps, db, report);
    if (reopenUntil === null || firstStatusId === undefined)
      throw new AppError('NOT_REOPENABLE', { values: { days: reopenLimits.days } });
    await consumeVisitorQuota(db, clock, { actor, kind: 'reopen', limit: reopenLimits.perHour });
    const commentIds = await addReopening(db, id, { text, statusId: firstStatusId });
    const { owner, row } = report;
    const renewed = await renewDueDate(db, clock, { layer: owner, id });
    await notifyOfReopening(db, clock, { companyId: companyOf(id), ...commentIds });
    const details = {
      old: { status: row.publicComment?.status },
      new: { statusId: firstStatusId, ...(renewed !== undefined && { dueOn: renewed.dueOn }) },
    };
    await auditObject(db, {
      actor,
      requestId,
      action: 'OBJECT_REOPENED',
      owner,
      id,
      name: row.name,
      details,
    });
    if (renewed !== undefined && Object.keys(renewed.new).length > 0)
      await auditRenewal(db, { renewed, owner, id, name: row.name, requestId });
  });
  return await readReportPage(deps, request, id);
}

interface Renewal {
  readonly renewed: RenewedCase;
  readonly owner: Layer;
  readonly id: ObjectId;
  readonly name: string;
  readonly requestId: string;
}

/** A rule has set the date and not the reporter, who does not see it. */
const auditRenewal = (
  db: Transaction<Schema>,
  { renewed: { old, new: changed, ruleId }, owner, id, name, requestId }: Renewal,
): Promise<void> =>
  audit(db, {
    ...{ actor: undefined, companyId: owner.companyId, action: 'OBJECT_CASE_CHANGED', entity: 'object' },
    ...{ entityId: id, entityName: name, layerId: owner.ownerId, unitId: owner.owner.unitId },
    details: { ...(ruleId !== undefined && { ruleId }), old, new: changed },
    requestId,
  });

/**
 * The status is public, the text is not: nobody has reviewed it. The text comes last, so that it is the newest comment for
 * whoever works on the report.
 */
async function addReopening(
  db: Transaction<Schema>,
  id: ObjectId,
  { text, statusId }: { readonly text: string; readonly statusId: StatusId },
): Promise<{ readonly statusCommentId: number; readonly textCommentId: number }> {
  await requireCommentRoom(db, [id]);
  const add = async (content: string, isPublic: boolean) =>
    (await insertComments(db, [id], { content, statusId, isPublic, authorId: null, authorName: '' })).get(
      id,
    ) ?? 0;
  const statusCommentId = await add('', true);
  const textCommentId = await add(text, false);
  await updateLatestComments(db, [id]);
  return { statusCommentId, textCommentId };
}
