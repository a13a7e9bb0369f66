import { companyOf, type ObjectId, type ReporterPage } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Schema } from '../../db/schema.ts';
import { layerNameIn } from '../../layers/Layer.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { makeReportTokens } from '../../mail/mailLinks.ts';
import { getObject } from '../../objects/getObject.ts';
import type { VisibleObject } from '../../objects/getVisibleObject.ts';
import type { CommentRow } from '../../objects/ObjectRow.ts';
import { isPublicObject, listPublicImages } from '../files/index.ts';
import { readReportState, requireOwn } from './readReportState.ts';
import type { ReportSteps } from './reportSteps.ts';
import type { UsualDays } from './UsualDays.ts';

type Db = Kysely<Schema>;

export interface ReportPageDeps extends AppDeps {
  readonly usualDays: UsualDays;
}

/**
 * A report for whoever reported it, who sees it as a visitor does, also while it waits or is hidden.
 *
 * @throws NOT_FOUND for reports of others, too; OBJECT_MERGED with the one that it goes on as.
 */
export async function readReportPage(
  deps: ReportPageDeps,
  reader: Reader,
  id: ObjectId,
): Promise<ReporterPage> {
  const { db } = deps.database;
  const report = requireOwn(await getObject(db, reader, id));
  const { row, owner, language } = report;
  const { steps, reopenUntil } = await readReportState(deps, db, report);
  const { companyName } = await readCompany(db, row.id);
  const tokens = await makeReportTokens(deps, row.id);
  return {
    id: row.id,
    token: tokens.report,
    classId: owner.id,
    layerName: layerNameIn(report.viaLayer, language),
    companyName,
    name: row.name,
    description: row.description,
    ...steps,
    status: row.publicComment?.status ?? null,
    receivedAt: row.createdAt.toISOString(),
    reason: toReason(report, steps),
    updates: toUpdates(row.comments),
    images: await listPublicImages(deps, row.id),
    voteCount: row.upvoteCount,
    usualDays: await deps.usualDays.find(owner),
    reopenUntil,
    mailsToken: row.userEmail === '' ? null : tokens.unsubscribe,
    isPublic: await isPublicObject(db, row.id),
  };
}

function toReason(report: VisibleObject, { state }: ReportSteps): string {
  if (state === 'hidden') return report.row.hiddenReason;
  return state === 'closed' ? (report.row.publicComment?.content ?? '') : '';
}

/**
 * Newest first. A reopening is two comments, the text for those who work on it and the status for everybody; here it is one
 * entry. What was written on a report that was merged into this one is another reporter's: of that only what is public.
 */
function toUpdates(comments: readonly CommentRow[]): ReporterPage['updates'] {
  const shown = comments.filter(({ isPublic, byReporter, isMoved }) => isPublic || (byReporter && !isMoved));
  return shown.flatMap((comment, index) => {
    const { added, byReporter, content, status, statusId, statusType, isMoved } = comment;
    if (byReporter && content === '') return [];
    const before = shown.slice(index + 1).find((one) => !one.isMoved);
    const isNew = !isMoved && (byReporter || statusId !== before?.statusId);
    return [
      {
        at: added,
        byReporter,
        text: content,
        status: isNew ? status : null,
        statusType: isNew ? statusType : null,
      },
    ];
  });
}

const readCompany = (db: Db, id: ObjectId): Promise<{ readonly companyName: string }> =>
  db
    .selectFrom('companies')
    .select('name as companyName')
    .where('company_id', '=', companyOf(id))
    .executeTakeFirstOrThrow();
