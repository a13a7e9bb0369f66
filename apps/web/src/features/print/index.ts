export { PrintDialog } from './dialog/PrintDialog.tsx';
export type { ReportPaper } from './ReportPaper.ts';

/** The code that prints reports weighs a third of the map's first load, so it loads on demand. */
export const loadReportPrinting = () => import('./reportPrinting.ts');
