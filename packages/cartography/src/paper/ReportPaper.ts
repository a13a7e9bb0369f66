export interface PaperImage {
  /** Data URL. */
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface PaperTable {
  /** Heading above the table; '' for none. */
  readonly title: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Flags of the columns that hold numbers, which are aligned right. */
  readonly numeric?: readonly boolean[];
}

/** A report for paper, as texts and an image; print, PDF and the PDF of a mail use the same. */
export interface ReportPaper {
  readonly language: string;
  readonly title: string;
  /** Lines below the title, such as layers and period. */
  readonly lines: readonly string[];
  readonly chart: PaperImage | null;
  readonly tables: readonly PaperTable[];
  /** Note below the tables, for instance that rows are missing. */
  readonly note: string;
}

/** Largest part of the page height for a chart, so that its table starts on the same page. */
export const CHART_OF_PAGE = 0.42;

/** Columns that fit beside each other in portrait format. */
const UPRIGHT_COLUMNS = 6;

/** A4. */
export function paperSize({ tables }: Pick<ReportPaper, 'tables'>): { widthMm: number; heightMm: number } {
  const isUpright = tables.every(({ headers }) => headers.length <= UPRIGHT_COLUMNS);
  return { widthMm: isUpright ? 210 : 297, heightMm: isUpright ? 297 : 210 };
}
