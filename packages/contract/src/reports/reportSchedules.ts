import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, ReportId, ReportScheduleId, UnitId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, Moment, nullable, oneOf } from '../primitives.ts';

/** Reports that a user gets by mail as files, with their own rights at the moment of sending. */

export const scheduleFormats = ['pdf', 'xlsx'] as const;
export type ScheduleFormat = (typeof scheduleFormats)[number];
/** Names of the products, the same in all languages. */
export const scheduleFormatNames: Readonly<Record<ScheduleFormat, string>> = { pdf: 'PDF', xlsx: 'Excel' };

const Days = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  minItems: 1,
  maxItems: 7,
  uniqueItems: true,
});
const CaseworkFilter = closed({
  _class: Type.Optional(LayerId),
  _unit: Type.Optional(UnitId),
  _weeks: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.caseReport.weeks })),
});

export const ReportScheduleBody = closed({
  /** A custom report; null: the casework report. */
  reportId: nullable(ReportId),
  /** Filter of the casework report. */
  casework: Type.Optional(CaseworkFilter),
  /** Days of the week, 1 is Monday. */
  days: Days,
  /** Hour of the company's time zone. */
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  /** Files of the mail; a workbook unless it says otherwise. */
  formats: Type.Optional(
    Type.Array(oneOf(scheduleFormats), {
      minItems: 1,
      maxItems: scheduleFormats.length,
      uniqueItems: true,
    }),
  ),
});
export type ReportScheduleBody = Static<typeof ReportScheduleBody>;

export const ReportSchedule = Type.Object({
  id: ReportScheduleId,
  reportId: nullable(ReportId),
  /** Null of the casework report, and of a report that the user can no longer read: it is not sent. */
  reportName: nullable(Type.String()),
  casework: CaseworkFilter,
  days: Type.Array(Type.Integer()),
  hour: Type.Integer(),
  formats: Type.Array(oneOf(scheduleFormats)),
  nextAt: Moment,
});
export type ReportSchedule = Static<typeof ReportSchedule>;

const schedules = { tag: 'reports', policy: { audience: 'signedIn', right: 'seeLayerReport' } } as const;

export const listReportSchedules = defineCall({
  ...schedules,
  name: 'listReportSchedules',
  method: 'GET',
  path: '/api/v1/reports/schedules',
  summary: 'Reports that the caller gets by mail',
  reply: { status: 200, schema: Type.Array(ReportSchedule) },
});

export const addReportSchedule = defineCall({
  ...schedules,
  name: 'addReportSchedule',
  method: 'POST',
  path: '/api/v1/reports/schedules',
  summary: 'Get a report by mail on days of the week',
  body: ReportScheduleBody,
  reply: { status: 201, schema: ReportSchedule },
  errors: ['TOO_MANY_SCHEDULES'],
});

export const deleteReportSchedule = defineCall({
  ...schedules,
  name: 'deleteReportSchedule',
  method: 'DELETE',
  path: '/api/v1/reports/schedules/:scheduleId',
  summary: 'No longer get a report by mail',
  params: Type.Object({ scheduleId: ReportScheduleId }),
  reply: { status: 204 },
});
