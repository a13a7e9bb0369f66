export { printReport } from './page/printReport.ts';
export { saveReportPdf } from './pdf/saveReportPdf.ts';
