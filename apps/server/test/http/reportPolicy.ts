import type { Call } from '@pgis/contract';
import * as calls from '@pgis/contract';
import { reportContent } from '../reports/reportContent.ts';
import { absentAnswers, all, forbidden, needsSession, type PolicyRow } from './policyRows.ts';

/** Exports, custom reports and the start page of reports. */
export const reportRows: readonly PolicyRow[] = [
  { call: calls.listReportExports, whose: 'own', expected: { ...all('200'), ...needsSession } },
  ...[calls.getReportExport, calls.downloadReportExport, calls.deleteReportExport].map(
    (call): PolicyRow => ({
      call,
      whose: 'absent',
      params: (_, id) => ({ id }),
      expected: absentAnswers,
    }),
  ),
  ...(
    [
      [calls.listCustomReports, '200', undefined],
      [calls.addCustomReport, '201', { name: 'A', description: '', shared: false, ...reportContent }],
      [calls.previewCustomReport, '200', reportContent],
    ] as const
  ).map(
    ([call, answer, body]): PolicyRow => ({
      call,
      whose: 'own',
      ...(body && { body }),
      expected: { ...all(forbidden), moduleAdmin: answer, foreignAdmin: answer, ...needsSession },
    }),
  ),
  ...[
    calls.getCustomReport,
    calls.changeCustomReport,
    calls.deleteCustomReport,
    calls.runCustomReport,
    calls.exportCustomReport,
  ].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      params: (_, id) => ({ id }),
      ...(call === calls.changeCustomReport && {
        body: { name: 'A', description: '', shared: false, ...reportContent },
      }),
      // A user without custom reports gets 403 before learning whether it exists.
      expected: {
        ...all(forbidden),
        moduleAdmin: '404 NOT_FOUND',
        foreignAdmin: '404 NOT_FOUND',
        ...needsSession,
      },
    }),
  ),
  {
    call: calls.getReportDashboard,
    whose: 'own',
    expected: { ...all('200'), nobody: forbidden, ...needsSession },
  },
];
