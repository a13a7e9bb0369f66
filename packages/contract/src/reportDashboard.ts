import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { StatusType } from './comments.ts';
import { Id, Moment, nullable } from './primitives.ts';

/**
 * By the newest comment: fixed and closed are closed. Open is what has an open status, and in a layer open to the public
 * all that is not closed; a thing without a status in a register is neither.
 */
const openAndClosed = { open: Type.Integer(), closed: Type.Integer() };

const sums = {
  objects: Type.Integer(),
  ...openAndClosed,
  votes: Type.Integer(),
  /** From being added to the comment that closed it; null where nothing is closed. */
  medianDaysToClose: nullable(Type.Number()),
};

export const ReportDashboard = Type.Object({
  /** The last twelve, `2026-03`, oldest first; months where the company is. */
  months: Type.Array(Type.String()),
  totals: Type.Object(sums),
  layers: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      groupName: Type.String(),
      ...sums,
      /** What was added in each of the months, as it stands now. */
      months: Type.Array(Type.Object(openAndClosed)),
    }),
  ),
  newest: Type.Array(
    Type.Object({
      id: Id,
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
});
