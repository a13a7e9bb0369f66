import type { Picture } from './Sheet.ts';

/** A report on paper, as texts and a picture: print and PDF say the same. */
export interface ReportPaper {
  readonly language: string;
  readonly title: string;
  /** What it is about. */
  readonly lines: readonly string[];
  readonly chart: Picture | null;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Which columns hold numbers. */
  readonly numeric: readonly boolean[];
  /** Such as that there are more rows than these. */
  readonly note: string;
}

/** What a chart may take of the height of a page, so that its table begins below it. */
export const CHART_OF_PAGE = 0.42;

/** More columns than these do not stand beside each other on upright paper. */
const UPRIGHT_COLUMNS = 6;

/** A4. */
export function paperSize({ headers }: Pick<ReportPaper, 'headers'>): { widthMm: number; heightMm: number } {
  const isUpright = headers.length <= UPRIGHT_COLUMNS;
  return { widthMm: isUpright ? 210 : 297, heightMm: isUpright ? 297 : 210 };
}
