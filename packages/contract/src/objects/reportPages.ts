import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, ObjectId } from '../ids.ts';
import { Count, closed, Moment, nullable, oneOf, trimmedText } from '../primitives.ts';
import { StatusType } from './comments.ts';

/** The page of a report, for whoever reported it: no account, but the cookie of the browser or of the mail's link. */

/** Days in which a reporter can reopen what was reported as done, and letters of their text. */
export const reopenLimits = { days: 14, textLength: 500, perHour: 10, photoS: 3_600 } as const;

export const ReporterPage = Type.Object({
  id: ObjectId,
  /** Opens this page in any browser; not to be shared. */
  token: Type.String(),
  classId: LayerId,
  layerName: Type.String(),
  companyName: Type.String(),
  name: Type.String(),
  description: Type.String(),
  /** `closed` is an end without a solution: rejected, not ours, reported twice. */
  state: oneOf(['waiting', 'hidden', 'received', 'inProgress', 'done', 'closed']),
  /** Name of the public status in the language of the reader; null before the first. */
  status: nullable(Type.String()),
  receivedAt: Moment,
  progressAt: nullable(Moment),
  endedAt: nullable(Moment),
  /** Reason why it is hidden, or the answer with which it was closed. */
  reason: Type.String(),
  /** Public comments and what the reporter wrote, newest first. */
  updates: Type.Array(
    Type.Object({
      at: Moment,
      byReporter: Type.Boolean(),
      text: Type.String(),
      /** Name of the new status; null where the status stays. */
      status: nullable(Type.String()),
      statusType: nullable(StatusType),
    }),
  ),
  /** Images as the public gets them, oldest first; the office has added those with `isAfter`. */
  images: Type.Array(
    Type.Object({ thumbnail: Type.String(), preview: Type.String(), isAfter: Type.Boolean() }),
  ),
  voteCount: Count,
  /** Moment until which the reporter can reopen it; null if it is not done, or was done too long ago. */
  reopenUntil: nullable(Moment),
  /** Median of days from report to solution in this layer, over public ones of the last 90 days; null for fewer than five. */
  usualDays: nullable(Type.Integer({ minimum: 1 })),
  /** Token of the page that stops its mails; null where the reporter left no address. */
  mailsToken: nullable(Type.String()),
  /** Everybody sees it, and can follow it. */
  isPublic: Type.Boolean(),
});
export type ReporterPage = Static<typeof ReporterPage>;

const ofReport = {
  tag: 'objects',
  policy: { audience: 'ignoresSession' },
  params: Type.Object({ id: ObjectId }),
  reply: { status: 200, schema: ReporterPage },
} as const;

export const getReportPage = defineCall({
  ...ofReport,
  name: 'getReportPage',
  method: 'GET',
  path: '/api/v1/geoms/:id/report',
  summary:
    'A report with its steps, public updates and images, for the browser that sent it or opened its link',
  errors: ['OBJECT_MERGED'],
});

export const reopenReport = defineCall({
  ...ofReport,
  name: 'reopenReport',
  method: 'POST',
  path: '/api/v1/geoms/:id/reopen',
  summary: 'Say that a report is not solved: it is open again, and who works on it reads the text',
  body: closed({ text: trimmedText(1, reopenLimits.textLength) }),
  errors: ['OBJECT_MERGED', 'NOT_REOPENABLE', 'TOO_MANY_COMMENTS', 'TOO_MANY_REQUESTS'],
});
