/** Options of making a PDF, which takes seconds when its tables are long. */
export interface PdfProgress {
  /** Share of the rows that are drawn, from 0 to 1. */
  readonly onShare?: (share: number) => void;
  /** Aborts between two pages. */
  readonly signal?: AbortSignal;
}

/** Gives the browser time to paint. */
export const nextPaint = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Reports the rows drawn so far, and gives the browser time to show them. */
export const reportPages =
  (rowCount: number, { onShare, signal }: PdfProgress) =>
  async (rowsDrawn: number): Promise<void> => {
    onShare?.(rowsDrawn / rowCount);
    await nextPaint();
    signal?.throwIfAborted();
  };
