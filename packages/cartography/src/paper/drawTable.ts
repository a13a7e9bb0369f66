import { inks, linesOf, type PdfPage, setText } from './PdfPage.ts';
import type { PaperTable } from './ReportPaper.ts';

const FONT_PT = 7.5;
const LINE_MM = 3.1;
const PAD_MM = 1.1;
const NARROWEST_MM = 11;
const WIDEST_MM = 60;
/** Longer cells are cut, so that a row stays one row on paper. */
const MAX_LINES = 6;

/** Words up to this width are not broken while there is room. */
const WIDEST_WORD_MM = 30;
/** A sample of the rows is enough to choose the widths. */
const SAMPLE_ROWS = 200;
const SAMPLE_CHARACTERS = 80;

/** Column widths in which most cells need one line and words are whole, together as wide as the page. */
function columnWidths(page: PdfPage, { headers, rows }: PaperTable): readonly number[] {
  const widest = (texts: readonly string[]) =>
    Math.max(0, ...texts.map((text) => page.doc.getTextWidth(text))) + 2 * PAD_MM + 0.5;
  const measure = (texts: readonly string[]) => ({
    line: widest(texts),
    word: widest(texts.flatMap((text) => text.split(' '))),
  });
  setText(page, { sizePt: FONT_PT, style: 'bold' });
  const heads = headers.map((header) => measure([header]));
  setText(page, { sizePt: FONT_PT });
  const columns = heads.map((head, column) => {
    const texts = rows.slice(0, SAMPLE_ROWS).map((row) => (row[column] ?? '').slice(0, SAMPLE_CHARACTERS));
    const body = measure(texts);
    // A long head takes two lines before the cells below it do.
    const minMm = Math.min(WIDEST_WORD_MM, Math.max(NARROWEST_MM, head.word, body.word));
    return { minMm, idealMm: Math.max(minMm, Math.min(WIDEST_MM, Math.max(head.line / 2, body.line))) };
  });
  const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);
  const [minMm, idealMm] = [sumOf(columns.map((one) => one.minMm)), sumOf(columns.map((one) => one.idealMm))];
  // Between the narrowest and the ideal widths each column gives the same share of what it can.
  const share = idealMm <= page.widthMm ? 1 : Math.max(0, (page.widthMm - minMm) / (idealMm - minMm));
  const widths = columns.map((one) => one.minMm + share * (one.idealMm - one.minMm));
  const scale = page.widthMm / sumOf(widths);
  return widths.map((width) => width * scale);
}

interface TablePen {
  readonly page: PdfPage;
  readonly widths: readonly number[];
  readonly numeric: readonly boolean[];
  topMm: number;
}

function drawRow(pen: TablePen, cells: readonly (readonly string[])[], isHead: boolean): void {
  const { page, widths, numeric } = pen;
  const heightMm = Math.max(...cells.map((lines) => Math.max(1, lines.length))) * LINE_MM + 2 * PAD_MM - 0.6;
  let left = page.leftMm;
  page.doc.setDrawColor(inks.line).setLineWidth(0.15);
  for (const [column, lines] of cells.entries()) {
    const widthMm = widths[column] ?? 0;
    // In a PDF letters use the fill colour, so it is set again after each text.
    page.doc.setFillColor(inks.head).rect(left, pen.topMm, widthMm, heightMm, isHead ? 'FD' : 'S');
    const isRight = numeric[column] === true;
    if (lines.length > 0)
      page.doc.text([...lines], isRight ? left + widthMm - PAD_MM : left + PAD_MM, pen.topMm + PAD_MM, {
        baseline: 'top',
        lineHeightFactor: 1.17,
        align: isRight ? 'right' : 'left',
      });
    left += widthMm;
  }
  pen.topMm += heightMm;
}

function cellsOf({ page, widths }: TablePen, texts: readonly string[]): readonly (readonly string[])[] {
  return texts.map((text, column) =>
    linesOf(page, text, { widthMm: (widths[column] ?? 0) - 2 * PAD_MM, maxLines: MAX_LINES }),
  );
}

/** Called before each further page, with the rows of the table and the pages that are drawn; the drawing waits for it. */
export type OnPage = (rowCount: number, pageCount: number) => Promise<void>;

/** Draws a table below `topMm`, with its head again on each further page, and returns the height at which it ends. */
export async function drawTable(
  page: PdfPage,
  table: PaperTable,
  { topMm, onPage }: { readonly topMm: number; readonly onPage: OnPage },
): Promise<number> {
  const pen: TablePen = { page, widths: columnWidths(page, table), numeric: table.numeric ?? [], topMm };
  const drawHead = () => {
    setText(page, { sizePt: FONT_PT, style: 'bold' });
    drawRow(pen, cellsOf(pen, table.headers), true);
    setText(page, { sizePt: FONT_PT });
  };
  if (table.title !== '') {
    setText(page, { sizePt: 11, style: 'bold' });
    page.doc.text(table.title, page.leftMm, pen.topMm, { baseline: 'top' });
    pen.topMm += 6;
  }
  drawHead();
  for (const [index, row] of table.rows.entries()) {
    const cells = cellsOf(pen, row);
    const heightMm = Math.max(...cells.map((lines) => lines.length)) * LINE_MM + 2 * PAD_MM;
    if (pen.topMm + heightMm > page.bottomMm) {
      await onPage(index, page.doc.getNumberOfPages());
      page.doc.addPage();
      pen.topMm = page.topMm;
      drawHead();
    }
    drawRow(pen, cells, false);
  }
  return pen.topMm;
}
