import type { ReporterPage, StatusId, StatusType } from '@pgis/contract';

/** A status that a report had from a moment on. */
export interface ReportStatus {
  /** ISO 8601. */
  readonly at: string;
  readonly statusId: StatusId;
  readonly statusType: StatusType | null;
}

export type ReportSteps = Pick<ReporterPage, 'state' | 'progressAt' | 'endedAt'>;

interface Report {
  readonly review: 'waiting' | 'hidden' | null;
  /** Statuses of its public comments, oldest first. */
  readonly statuses: readonly ReportStatus[];
  /** The status of new reports: with it nobody has begun. */
  readonly firstStatusId: StatusId | undefined;
}

const isEnd = ({ statusType }: ReportStatus): boolean => statusType === 'fixed' || statusType === 'closed';

/**
 * Steps of a report as its reporter sees them. A reopened report begins anew, so what happened before counts for nothing;
 * comments after the end that leave it closed do not move the end.
 */
export function toReportSteps({ review, statuses, firstStatusId }: Report): ReportSteps {
  const last = statuses.at(-1);
  if (review !== null) return { state: review, progressAt: null, endedAt: null };
  if (last === undefined) return { state: 'received', progressAt: null, endedAt: null };
  const isWork = (status: ReportStatus) => !isEnd(status) && status.statusId !== firstStatusId;
  const lastOpen = statuses.findLastIndex((status) => !isEnd(status));
  const lastEndBefore = statuses.slice(0, lastOpen + 1).findLastIndex(isEnd);
  const progressAt = statuses.slice(lastEndBefore + 1, lastOpen + 1).find(isWork)?.at ?? null;
  if (!isEnd(last)) {
    const state = progressAt === null ? 'received' : 'inProgress';
    return { state, progressAt, endedAt: null };
  }
  const endedAt = statuses[lastOpen + 1]?.at ?? last.at;
  return { state: last.statusType === 'fixed' ? 'done' : 'closed', progressAt, endedAt };
}
