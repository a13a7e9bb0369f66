import type { Call } from '@pgis/contract';
import * as calls from '@pgis/contract';
import { reportContent } from '../reports/reportContent.ts';
import { type ActorName, highestRoleOf, isOfOwnCompany } from './actors.ts';
import type { RightsCase } from './companyCases.ts';
import { type Answer, permissionOf } from './expectAnswer.ts';
import type { ReportKind } from './rightsFixtures.ts';

const mayUse = (actor: ActorName): boolean =>
  permissionOf('useCustomReports', actor, highestRoleOf(actor)) === 'yes';

const report = { name: 'Report', description: '', shared: true, ...reportContent };

const ownCases = (
  [
    [calls.listCustomReports, undefined],
    [calls.addCustomReport, { ...report, shared: false }],
    [calls.previewCustomReport, reportContent],
  ] as const
).map(
  ([call, body]): RightsCase => ({
    call,
    ownership: 'own company',
    input: () => (body === undefined ? {} : { body }),
    expected: (actor) => (mayUse(actor) ? 'allowed' : 403),
  }),
);

const kinds: readonly ReportKind[] = ['own', 'shared', 'private', 'foreign, shared', 'ready', 'absent'];

/** D-REP-03: what is shared is read by colleagues and changed by its owner or a module Admin; nobody changes the ready ones. */
function expectForReport(call: Call, actor: ActorName, kind: ReportKind): Answer {
  if (!mayUse(actor)) return 403;
  const isChange = call === calls.changeCustomReport || call === calls.deleteCustomReport;
  switch (kind) {
    case 'own':
      return 'allowed';
    case 'ready':
      return isChange ? 403 : 'allowed';
    case 'shared':
    case 'foreign, shared':
      if (isOfOwnCompany(actor) !== (kind === 'shared')) return 404;
      return isChange && highestRoleOf(actor) !== 'moduleAdmin' ? 403 : 'allowed';
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
    (kind): RightsCase => ({
      call,
      ownership: `report, ${kind}`,
      input: async (fixtures, actor) => ({
        params: { id: await fixtures.customReport(kind, actor) },
        ...(call === calls.changeCustomReport && { body: report }),
      }),
      expected: (actor) => expectForReport(call, actor, kind),
    }),
  ),
);

export const reportCases: readonly RightsCase[] = [...ownCases, ...aboutOne];
