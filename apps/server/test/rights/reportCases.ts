import type { Call } from '@pgis/contract';
import * as calls from '@pgis/contract';
import { reportContent } from '../reports/reportContent.ts';
import { type Answer, reachOf } from './expectAnswer.ts';
import type { OtherCase } from './otherCases.ts';
import type { ReportKind } from './otherThings.ts';
import { highestOf, isOfOwnCompany, type Who } from './people.ts';

const mayUse = (who: Who): boolean => reachOf('useCustomReports', who, highestOf(who)) === 'yes';

const report = { name: 'Report', description: '', shared: true, ...reportContent };

const ofOneself = (
  [
    [calls.listCustomReports, undefined],
    [calls.addCustomReport, { ...report, shared: false }],
    [calls.previewCustomReport, reportContent],
  ] as const
).map(
  ([call, body]): OtherCase => ({
    call,
    ownership: 'his company',
    ask: () => (body === undefined ? {} : { body }),
    expected: (who) => (mayUse(who) ? 'allowed' : 403),
  }),
);

const kinds: readonly ReportKind[] = ['his', 'shared', 'private', 'foreign, shared', 'ready', 'absent'];

/** D-REP-03: what is shared is read by colleagues and changed by its owner or a module Admin; nobody changes the ready ones. */
function expectOfReport(call: Call, who: Who, kind: ReportKind): Answer {
  if (!mayUse(who)) return 403;
  const isChange = call === calls.changeCustomReport || call === calls.deleteCustomReport;
  switch (kind) {
    case 'his':
      return 'allowed';
    case 'ready':
      return isChange ? 403 : 'allowed';
    case 'shared':
    case 'foreign, shared':
      if (isOfOwnCompany(who) !== (kind === 'shared')) return 404;
      return isChange && highestOf(who) !== 'moduleAdmin' ? 403 : 'allowed';
    case 'private':
    case 'absent':
      return 404;
  }
}

const aboutOne = [
  calls.getCustomReport,
  calls.changeCustomReport,
  calls.deleteCustomReport,
  calls.runCustomReport,
  calls.exportCustomReport,
].flatMap((call: Call) =>
  kinds.map(
    (kind): OtherCase => ({
      call,
      ownership: `report, ${kind}`,
      ask: async (things, who) => ({
        params: { id: await things.customReport(kind, who) },
        ...(call === calls.changeCustomReport && { body: report }),
      }),
      expected: (who) => expectOfReport(call, who, kind),
    }),
  ),
);

export const reportCases: readonly OtherCase[] = [...ofOneself, ...aboutOne];
