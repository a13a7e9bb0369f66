export { PrintDialog } from './dialog/PrintDialog.tsx';

/** The code that prints reports weighs a third of the map's first load, so it loads on demand. */
export const loadReportPrinting = () => import('./reportPrinting.ts');
