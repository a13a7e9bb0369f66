import {
  type CustomReportResult,
  labelsOfLayers,
  limits,
  type ReportContentBody,
  type ReportId,
} from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import { AppError } from '../../../errors/AppError.ts';
import type { PaperJob } from '../../../rendering/paper/PaperJob.ts';
import type { ReportTable } from '../exports/toWorkbook.ts';
import type { RunLog } from '../RunLog.ts';
import { auditReport, getReportRow, type Requester, requireCustomReports } from './customReportAccess.ts';
import { readWebTexts } from './paper/readWebTexts.ts';
import { runReport } from './runReport.ts';
import { toContent } from './saveReport.ts';
import { toCsvFile, toReportRows } from './toCsvFile.ts';
import { toReportPaper } from './toReportPaper.ts';

type RunDeps = Pick<AppDeps, 'database' | 'clock'>;

export async function previewReport(
  deps: RunDeps,
  { log, requester }: { readonly log: RunLog; readonly requester: Requester },
  body: ReportContentBody,
): Promise<CustomReportResult> {
  const { actor, language } = requester;
  requireCustomReports(actor);
  const { result } = await runReport(deps, {
    actor,
    language,
    content: toContent(body),
    maxRows: limits.customReport.previewRows,
    isSaved: false,
  });
  await log.logOnce(`${actor.userId} preview`, () =>
    auditReport(deps.database.db, requester, {
      action: 'REPORT_RUN',
      id: null,
      name: '',
      details: { preview: true },
    }),
  );
  return result;
}

/** A saved report with at most `maxRows` rows of its result. */
async function runSaved(
  deps: RunDeps,
  requester: Requester,
  { id, maxRows }: { id: ReportId; maxRows: number },
) {
  const { actor, language } = requester;
  requireCustomReports(actor);
  const row = await getReportRow(deps.database.db, requester, id);
  const content = row.definition;
  return { row, ...(await runReport(deps, { actor, language, content, maxRows, isSaved: true })) };
}

export async function runSavedReport(
  deps: RunDeps,
  { log, requester }: { readonly log: RunLog; readonly requester: Requester },
  id: ReportId,
): Promise<CustomReportResult> {
  const { row, result } = await runSaved(deps, requester, { id, maxRows: limits.customReport.rows });
  await log.logOnce(`${requester.actor.userId} report ${id}`, () =>
    auditReport(deps.database.db, requester, { action: 'REPORT_RUN', id, name: row.name }),
  );
  return result;
}

/** The whole result or a refusal, because a file that is cut would be taken for the whole. */
async function readWhole(deps: RunDeps, requester: Requester, id: ReportId) {
  const maxRows = limits.customReport.csvRows;
  const saved = await runSaved(deps, requester, { id, maxRows });
  if (saved.result.isCut)
    throw new AppError('TOO_MANY_ROWS', { count: saved.result.rows.length, values: { limit: maxRows } });
  return saved;
}

/** A report with all its rows and titles. */
export interface MailedReport extends ReportTable {
  /** Lays it out for paper, with the moment of its figures. */
  readonly toPaper: (at: Date) => PaperJob;
}

/** Reads a report for a mail, with fields and values by the names that its reader sees. */
export async function readReportTable(
  deps: RunDeps & Pick<AppDeps, 'translations'>,
  requester: Requester,
  id: ReportId,
): Promise<MailedReport> {
  const { row, result, layers } = await readWhole(deps, requester, id);
  const { name, description, definition: content } = row;
  const { language } = requester;
  const labels = labelsOfLayers(layers, language);
  const texts = readWebTexts(deps.translations, language);
  return {
    name,
    rows: toReportRows(content, result, { language, labels }),
    toPaper: (at) => toReportPaper({ name, description, content, result, labels, language, texts, at }),
  };
}

/** D-REP-03 */
export async function exportReport(
  deps: RunDeps,
  requester: Requester,
  id: ReportId,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const { row, result } = await readWhole(deps, requester, id);
  const { name, definition } = row;
  const details = { format: 'csv', rows: result.rows.length };
  await auditReport(deps.database.db, requester, { action: 'EXPORT', id, name, details });
  return { name, bytes: toCsvFile(definition, result, requester.language) };
}
