import type { AppDeps } from '../../../AppDeps.ts';
import { audit } from '../../../audit/audit.ts';
import { AppError } from '../../../errors/AppError.ts';
import { toCsv } from '../../../http/toCsv.ts';
import type { PaperJob } from '../../../rendering/paper/PaperJob.ts';
import { caseReportWords, type TableCell, toCaseReportTable } from './caseReportTable.ts';
import { type ReportRequest, readCaseReport } from './readCaseReport.ts';
import { toCaseReportPaper } from './toCaseReportPaper.ts';

interface CaseworkTable {
  readonly name: string;
  readonly rows: readonly (readonly TableCell[])[];
  readonly toPaper: (at: Date) => PaperJob;
}

/**
 * The report as a table with its title; `toPaper` lays it out with the moment of its figures.
 * @throws FORBIDDEN for those who work on no case.
 */
export async function readCaseworkTable(
  deps: Pick<AppDeps, 'database' | 'clock'>,
  request: ReportRequest,
): Promise<CaseworkTable> {
  const words = caseReportWords[request.language];
  const report = await readCaseReport(deps, request);
  if (report.layers.length === 0) throw new AppError('FORBIDDEN');
  const { language } = request;
  return {
    name: words.title,
    rows: toCaseReportTable(report, words),
    toPaper: (at) => ({ paper: toCaseReportPaper(report, { words, language, at }) }),
  };
}

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
