import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, ObjectId } from '../ids.ts';
import { StatusType } from '../objects/comments.ts';
import { Moment, nullable } from '../primitives.ts';

/**
 * Counts by the newest comment: fixed and closed are closed. An open status is open, and in a layer with public
 * registration so is everything not closed; in a register an object without a status is neither.
 */
const openAndClosed = { open: Type.Integer(), closed: Type.Integer() };

const sums = {
  objects: Type.Integer(),
  ...openAndClosed,
  votes: Type.Integer(),
  /** Median days from adding an object to the comment that closed it; null when none is closed. */
  medianDaysToClose: nullable(Type.Number()),
};

export const ReportDashboard = Type.Object({
  /** The last twelve months as `2026-03`, oldest first, in the time zone of the company. */
  months: Type.Array(Type.String()),
  totals: Type.Object(sums),
  layers: Type.Array(
    Type.Object({
      id: LayerId,
      name: Type.String(),
      groupName: Type.String(),
      ...sums,
      /** Objects added in each of the months, by their state now. */
      months: Type.Array(Type.Object(openAndClosed)),
    }),
  ),
  newest: Type.Array(
    Type.Object({
      id: ObjectId,
      reference: Type.String(),
      layerName: Type.String(),
      name: Type.String(),
      status: nullable(Type.String()),
      statusType: nullable(StatusType),
      createdAt: Moment,
    }),
  ),
});
export type ReportDashboard = Static<typeof ReportDashboard>;

export const getReportDashboard = defineCall({
  name: 'getReportDashboard',
  tag: 'reports',
  policy: { audience: 'signedIn', right: 'seeLayerReport' },
  method: 'GET',
  path: '/api/v1/reports/dashboard',
  summary:
    'Open and closed by layer and month, days to close, votes and the newest, of the layers one may report on',
  reply: { status: 200, schema: ReportDashboard },
  errors: ['REPORTS_RUNNING'],
});
