import type { PrintTable } from '../page/printTables.ts';
import type { Sheet } from '../sheet/Sheet.ts';
import { inks, linesOf, type PdfPage, setText } from './PdfPage.ts';

const FONT_PT = 7.5;
const LINE_MM = 3.1;
const PAD_MM = 1.1;
const NARROWEST_MM = 11;
const WIDEST_MM = 60;
/** Longer cells are cut, so that a row stays one row on paper. */
const MAX_LINES = 6;

/** Column widths in which most cells need one line, together as wide as the page. */
function columnWidths(page: PdfPage, { headers, rows }: PrintTable): readonly number[] {
  const idealWidths = headers.map((header, column) => {
    // A sample of the rows is enough to choose the widths.
    const texts = [header, ...rows.slice(0, 200).map((row) => row[column] ?? '')];
    const longest = Math.max(...texts.map((text) => page.doc.getTextWidth(text.slice(0, 80))));
    return Math.min(WIDEST_MM, Math.max(NARROWEST_MM, longest + 2 * PAD_MM + 0.5));
  });
  const total = idealWidths.reduce((sum, width) => sum + width, 0);
  return idealWidths.map((width) => (width * page.widthMm) / total);
}

interface DrawnTable extends PrintTable {
  /** Flags of the columns with numbers, which are aligned right. */
  readonly numeric?: readonly boolean[];
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

/** Called before each further page, with the rows of the table that are drawn; the drawing waits for it. */
type OnPage = (rowCount: number) => Promise<void>;

export async function drawTable(
  page: PdfPage,
  table: DrawnTable,
  { topMm, onPage }: { readonly topMm: number; readonly onPage: OnPage },
): Promise<number> {
  setText(page, { sizePt: FONT_PT });
  const pen: TablePen = { page, widths: columnWidths(page, table), numeric: table.numeric ?? [], topMm };
  const drawHead = () => {
    setText(page, { sizePt: FONT_PT, style: 'bold' });
    drawRow(pen, cellsOf(pen, table.headers), true);
    setText(page, { sizePt: FONT_PT });
  };
  if (table.layerName !== '') {
    setText(page, { sizePt: 11, style: 'bold' });
    page.doc.text(table.layerName, page.leftMm, pen.topMm, { baseline: 'top' });
    pen.topMm += 6;
  }
  drawHead();
  for (const [index, row] of table.rows.entries()) {
    const cells = cellsOf(pen, row);
    const heightMm = Math.max(...cells.map((lines) => lines.length)) * LINE_MM + 2 * PAD_MM;
    if (pen.topMm + heightMm > page.bottomMm) {
      await onPage(index);
      page.doc.addPage();
      pen.topMm = page.topMm;
      drawHead();
    }
    drawRow(pen, cells, false);
  }
  return pen.topMm;
}

/** PRINT-05: draws the data tables, starting on a new page. `onPage` gets the rows of all tables that are drawn. */
export async function drawTables(
  page: PdfPage,
  { tables, tablesNote }: Sheet,
  onPage: OnPage,
): Promise<void> {
  if (tables.length === 0 && tablesNote === '') return;
  page.doc.addPage();
  let topMm = page.topMm;
  let before = 0;
  for (const table of tables) {
    // A title must not be the last line of a page.
    if (topMm > page.bottomMm - 30) {
      page.doc.addPage();
      topMm = page.topMm;
    }
    const rowsBefore = before;
    topMm = (await drawTable(page, table, { topMm, onPage: (rows) => onPage(rowsBefore + rows) })) + 7;
    before += table.rows.length;
  }
  setText(page, { sizePt: 9 });
  if (tablesNote !== '')
    page.doc.text(tablesNote, page.leftMm, Math.min(topMm, page.bottomMm), { baseline: 'top' });
}
