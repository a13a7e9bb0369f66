import { MARGIN_MM } from './pageLayout.ts';
import { drawLegend } from './pdf/drawLegend.ts';
import { drawMapPage } from './pdf/drawMapPage.ts';
import { drawTables } from './pdf/drawTables.ts';
import { numberPages } from './pdf/numberPages.ts';
import { openPdf, type PdfFonts } from './pdf/openPdf.ts';
import type { PdfPage } from './pdf/PdfPage.ts';
import type { Sheet } from './Sheet.ts';

/** The sheet as a PDF: the map in its true scale, and all words as text. */
export function makePdf(sheet: Sheet, fonts: PdfFonts, { compress = true } = {}): ArrayBuffer {
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
  drawTables(page, sheet);
  numberPages(page);
  return doc.output('arraybuffer');
}
