export type { Requester as ReportRequester } from './custom/customReportAccess.ts';
export { findReportName } from './custom/customReportAccess.ts';
export { readReportTable } from './custom/runSavedReport.ts';
export { type ReportTable, toWorkbook } from './exports/toWorkbook.ts';
export { reportRoutes } from './routes.ts';
