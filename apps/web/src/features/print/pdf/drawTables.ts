import { drawTable, type OnPage, type PdfPage, setText } from '@pgis/cartography/paper';
import type { Sheet } from '../sheet/Sheet.ts';

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
    topMm =
      (await drawTable(
        page,
        { ...table, title: table.layerName },
        { topMm, onPage: (rows, pages) => onPage(rowsBefore + rows, pages) },
      )) + 7;
    before += table.rows.length;
  }
  setText(page, { sizePt: 9 });
  if (tablesNote !== '')
    page.doc.text(tablesNote, page.leftMm, Math.min(topMm, page.bottomMm), { baseline: 'top' });
}
