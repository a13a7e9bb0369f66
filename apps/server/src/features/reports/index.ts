export type { Requester as ReportRequester } from './custom/customReportAccess.ts';
export { findReportName } from './custom/customReportAccess.ts';
export { type MailedReport, readReportTable } from './custom/runSavedReport.ts';
export { toWorkbook } from './exports/toWorkbook.ts';
export { reportRoutes } from './routes.ts';
