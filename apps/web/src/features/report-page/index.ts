export { ReportPageView } from './ReportPageView.tsx';
