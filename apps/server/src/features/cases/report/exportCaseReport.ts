import type { AppDeps } from '../../../AppDeps.ts';
import { audit } from '../../../audit/audit.ts';
import { toCsv } from '../../../http/toCsv.ts';
import { caseReportWords, toCaseReportTable } from './caseReportTable.ts';
import { type ReportRequest, readCaseReport } from './readCaseReport.ts';

/** The report as a CSV file; the log says who took it. */
export async function exportCaseReport(
  deps: Pick<AppDeps, 'database' | 'clock'>,
  request: ReportRequest,
  requestId: string,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const { actor, language, query } = request;
  const words = caseReportWords[language];
  const table = toCaseReportTable(await readCaseReport(deps, request), words);
  await audit(deps.database.db, {
    actor,
    action: 'EXPORT',
    entity: 'report',
    entityId: null,
    entityName: words.title,
    details: { format: 'csv', rows: table.length - 1, ...query },
    requestId,
  });
  return { name: words.title, bytes: toCsv(table, language) };
}
