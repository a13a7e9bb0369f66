import type { SheetImage } from './sheet/Sheet.ts';

/** A report for paper, as texts and an image; print and PDF use the same. */
export interface ReportPaper {
  readonly language: string;
  readonly title: string;
  /** Lines below the title, such as layers and period. */
  readonly lines: readonly string[];
  readonly chart: SheetImage | null;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Flags of the columns that hold numbers. */
  readonly numeric: readonly boolean[];
  /** Note below the table, for instance that rows are missing. */
  readonly note: string;
}

/** Largest part of the page height for a chart, so that its table starts on the same page. */
export const CHART_OF_PAGE = 0.42;

/** Columns that fit beside each other in portrait format. */
const UPRIGHT_COLUMNS = 6;

/** A4. */
export function paperSize({ headers }: Pick<ReportPaper, 'headers'>): { widthMm: number; heightMm: number } {
  const isUpright = headers.length <= UPRIGHT_COLUMNS;
  return { widthMm: isUpright ? 210 : 297, heightMm: isUpright ? 297 : 210 };
}
