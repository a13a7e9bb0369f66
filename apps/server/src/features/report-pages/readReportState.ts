import { companyOf, type ObjectId, reopenLimits, rootClassifierIds, type StatusId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import type { VisibleObject } from '../../objects/getVisibleObject.ts';
import type { Clock } from '../../runtime/Clock.ts';
import { type ReportSteps, toReportSteps } from './reportSteps.ts';

type Db = Kysely<Schema>;

const DAY_MS = 86_400_000;

/** @throws NOT_FOUND unless the actor has reported the object: others may see it, but have no page of it. */
export function requireOwn(report: VisibleObject): VisibleObject {
  if (!report.row.isOwn) throw new AppError('NOT_FOUND');
  return report;
}

export interface ReportState {
  readonly steps: ReportSteps;
  /** The moment until which it can be reopened; null unless that lies ahead. */
  readonly reopenUntil: string | null;
  /** The status of new and reopened reports; undefined in a company without an open status. */
  readonly firstStatusId: StatusId | undefined;
}

export async function readReportState(
  { clock }: { readonly clock: Clock },
  db: Db,
  { row }: VisibleObject,
): Promise<ReportState> {
  const firstStatusId = await findFirstStatus(db, row.id);
  const statuses = row.comments
    .filter(({ isPublic, isMoved }) => isPublic && !isMoved)
    .map(({ added, statusId, statusType }) => ({ at: added, statusId, statusType }))
    .toReversed();
  const steps = toReportSteps({ review: row.review, statuses, firstStatusId });
  const reopenUntil = firstStatusId === undefined ? null : await readReopenUntil(clock, db, steps);
  return { steps, reopenUntil, firstStatusId };
}

async function readReopenUntil(
  clock: Clock,
  db: Db,
  { state, endedAt }: ReportSteps,
): Promise<string | null> {
  if (state !== 'done' || endedAt === null) return null;
  const until = new Date(Date.parse(endedAt) + reopenLimits.days * DAY_MS);
  const { rows } = await sql<{ isAhead: boolean }>`
    SELECT ${until}::timestamptz > ${clock.now} AS "isAhead"`.execute(db);
  return rows[0]?.isAhead === true ? until.toISOString() : null;
}

/** The first of the open statuses of the company. */
async function findFirstStatus(db: Db, id: ObjectId): Promise<StatusId | undefined> {
  const row = await db
    .selectFrom('classifiers')
    .select('id')
    .where('company_id', '=', companyOf(id))
    .where('kind', '=', 'status')
    .where('parent_id', '=', rootClassifierIds.commentStatuses)
    .where('status_type', '=', 'open')
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}
