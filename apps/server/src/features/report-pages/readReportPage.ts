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
import { readUsualDays } from './readUsualDays.ts';
import type { ReportSteps } from './reportSteps.ts';

type Db = Kysely<Schema>;

/**
 * A report for whoever reported it, who sees it as a visitor does, also while it waits or is hidden.
 *
 * @throws NOT_FOUND for reports of others, too; OBJECT_MERGED with the one that it goes on as.
 */
export async function readReportPage(deps: AppDeps, reader: Reader, id: ObjectId): Promise<ReporterPage> {
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
    usualDays: await readUsualDays(db, deps.clock, owner.ownerId),
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
 * entry.
 */
function toUpdates(comments: readonly CommentRow[]): ReporterPage['updates'] {
  const shown = comments.filter(({ isPublic, byReporter }) => isPublic || byReporter);
  return shown.flatMap((comment, index) => {
    const { added, byReporter, content, status, statusId, statusType } = comment;
    if (byReporter && content === '') return [];
    const isNew = byReporter || statusId !== shown[index + 1]?.statusId;
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
