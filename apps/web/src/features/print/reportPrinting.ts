export { printReport } from './printReport.ts';
export { saveReportPdf } from './saveReportPdf.ts';
