import { numberPages, openPdf, type PdfFonts, type PdfPage } from '@pgis/cartography/paper';
import { MARGIN_MM } from '../sheet/pageLayout.ts';
import type { Sheet } from '../sheet/Sheet.ts';
import { drawLegend } from './drawLegend.ts';
import { drawMapPage } from './drawMapPage.ts';
import { drawTables } from './drawTables.ts';
import { type PdfProgress, reportPages } from './PdfProgress.ts';

/** Makes a PDF of the sheet, with the map in its true scale and all texts as text. */
export async function makePdf(
  sheet: Sheet,
  fonts: PdfFonts,
  { compress = true, ...progress }: PdfProgress & { readonly compress?: boolean } = {},
): Promise<ArrayBuffer> {
  const { widthMm, heightMm } = sheet.layout.paper;
  const doc = openPdf({ widthMm, heightMm, fonts, compress });
  doc.setProperties({ title: sheet.header });
  const page: PdfPage = {
    doc,
    leftMm: sheet.layout.sideMm,
    topMm: MARGIN_MM,
    widthMm: sheet.layout.map.widthMm,
    bottomMm: heightMm - MARGIN_MM,
  };
  drawMapPage(page, sheet);
  if (!sheet.layout.isLegendBelowMap) drawLegend(page, sheet, { atMm: null });
  const rowCount = sheet.tables.reduce((sum, { rows }) => sum + rows.length, 0);
  await drawTables(page, sheet, reportPages(rowCount, progress));
  numberPages(page);
  return doc.output('arraybuffer');
}
