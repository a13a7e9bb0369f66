export { PrintDialog } from './PrintDialog.tsx';
export type { ReportPaper } from './ReportPaper.ts';

/** What puts a report on paper weighs a third of all that the map starts with: it comes when it is asked for. */
export const loadReportPrinting = () => import('./reportPrinting.ts');
