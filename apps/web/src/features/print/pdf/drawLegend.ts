import { LEGEND_ROW_MM, legendColumns } from '../sheet/pageLayout.ts';
import { countLegendRows, type Sheet, type SheetImage } from '../sheet/Sheet.ts';
import { linesOf, type PdfPage, setText } from './PdfPage.ts';

interface LegendLine {
  readonly text: string;
  readonly symbol: SheetImage | null;
  readonly isLayer: boolean;
}

const listLines = ({ legend }: Sheet): readonly LegendLine[] =>
  legend.flatMap(({ layerName, symbol, entries }) => [
    { text: layerName, symbol, isLayer: true },
    ...entries.map((entry) => ({ text: entry.label, symbol: entry.symbol, isLayer: false })),
  ]);

/** Draws the legend in columns from the height `atMm`; null starts new pages. */
export function drawLegend(page: PdfPage, sheet: Sheet, { atMm }: { readonly atMm: number | null }): void {
  const lines = listLines(sheet);
  if (lines.length === 0) return;
  const columns = legendColumns(page.widthMm);
  const columnMm = page.widthMm / columns;
  let topMm = atMm ?? startPage(page, sheet);
  const fits = Math.floor((page.bottomMm - topMm) / LEGEND_ROW_MM);
  const perColumn = Math.min(fits, Math.ceil(countLegendRows(sheet.legend) / columns));
  let slot = 0;
  for (const line of lines) {
    if (slot === perColumn * columns) {
      topMm = startPage(page, sheet);
      slot = 0;
    }
    const column = Math.floor(slot / perColumn);
    drawLine(page, line, {
      left: page.leftMm + column * columnMm,
      top: topMm + (slot % perColumn) * LEGEND_ROW_MM,
      widthMm: columnMm - 2,
    });
    slot += 1;
  }
}

function startPage(page: PdfPage, { legendTitle }: Sheet): number {
  page.doc.addPage();
  setText(page, { sizePt: 12, style: 'bold' });
  page.doc.text(legendTitle, page.leftMm, page.topMm, { baseline: 'top' });
  return page.topMm + 8;
}

const SYMBOL_MM = 4.5;

function drawLine(
  page: PdfPage,
  { text, symbol, isLayer }: LegendLine,
  { left, top, widthMm }: { readonly left: number; readonly top: number; readonly widthMm: number },
): void {
  const symbolLeft = left + (isLayer ? 0 : 2);
  if (symbol !== null) page.doc.addImage(symbol.url, symbolLeft, top, SYMBOL_MM, SYMBOL_MM);
  const textLeft = symbolLeft + (symbol === null ? 0 : SYMBOL_MM + 1.5);
  setText(page, { sizePt: 8.5, style: isLayer ? 'bold' : 'normal' });
  const [first = ''] = linesOf(page, text, { widthMm: left + widthMm - textLeft, maxLines: 1 });
  page.doc.text(first, textLeft, top + SYMBOL_MM / 2, { baseline: 'middle' });
}
