import type { ChartData, ReportPaper } from '@pgis/cartography/paper';

/** A report for the worker; plain data, so that it can be posted to a thread. */
export interface PaperJob {
  /** Without its chart, which the worker draws. */
  readonly paper: ReportPaper;
  readonly chart?: ChartData | undefined;
}
