import { linesOf, type PdfPage, setText } from '@pgis/cartography/paper';
import { type LegendLine, layOutLegend } from '../sheet/layOutLegend.ts';
import { LEGEND_ROW_MM, LEGEND_TITLE_MM } from '../sheet/pageLayout.ts';
import type { Sheet } from '../sheet/Sheet.ts';

/** Draws the legend in columns from the height `atMm`; null starts new pages. */
export function drawLegend(page: PdfPage, sheet: Sheet, { atMm }: { readonly atMm: number | null }): void {
  const firstTopMm = atMm ?? page.topMm + LEGEND_TITLE_MM;
  const { columns, pages } = layOutLegend(sheet, {
    widthMm: page.widthMm,
    heightMm: page.bottomMm - firstTopMm,
  });
  const columnMm = page.widthMm / columns;
  for (const [pageIndex, lines] of pages.entries()) {
    const topMm = atMm !== null && pageIndex === 0 ? atMm : startPage(page, sheet);
    for (const [column, linesOfColumn] of lines.entries())
      for (const [row, line] of linesOfColumn.entries())
        drawLine(page, line, {
          left: page.leftMm + column * columnMm,
          top: topMm + row * LEGEND_ROW_MM,
          widthMm: columnMm - 2,
        });
  }
}

function startPage(page: PdfPage, { legendTitle }: Sheet): number {
  page.doc.addPage();
  setText(page, { sizePt: 12, style: 'bold' });
  page.doc.text(legendTitle, page.leftMm, page.topMm, { baseline: 'top' });
  return page.topMm + LEGEND_TITLE_MM;
}

const SYMBOL_MM = 4.5;

function drawLine(
  page: PdfPage,
  { text, suffix, symbol, isLayer, isStrip }: LegendLine,
  { left, top, widthMm }: { readonly left: number; readonly top: number; readonly widthMm: number },
): void {
  const symbolLeft = left + (isLayer ? 0 : 2);
  if (symbol !== null && isStrip) {
    const widthOfStripMm = (LEGEND_ROW_MM * symbol.widthPx) / symbol.heightPx;
    page.doc.addImage(symbol.url, symbolLeft, top, widthOfStripMm, LEGEND_ROW_MM);
    return;
  }
  if (symbol !== null) page.doc.addImage(symbol.url, symbolLeft, top, SYMBOL_MM, SYMBOL_MM);
  const textLeft = symbolLeft + (symbol === null ? 0 : SYMBOL_MM + 1.5);
  setText(page, { sizePt: 8.5, style: isLayer ? 'bold' : 'normal' });
  const end = suffix === '' ? '' : ` ${suffix}`;
  const roomMm = left + widthMm - textLeft - page.doc.getTextWidth(end);
  const [first = ''] = linesOf(page, text, { widthMm: roomMm, maxLines: 1 });
  page.doc.text(first + end, textLeft, top + SYMBOL_MM / 2, { baseline: 'middle' });
}
