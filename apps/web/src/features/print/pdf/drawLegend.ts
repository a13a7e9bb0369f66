import { LEGEND_ROW_MM, legendColumns } from '../sheet/pageLayout.ts';
import { countRowsPerColumn, type PlacedLine, placeLegend } from '../sheet/placeLegend.ts';
import { countEntries, type Sheet, type SheetImage, type SheetLegend } from '../sheet/Sheet.ts';
import { linesOf, type PdfPage, setText } from './PdfPage.ts';

interface LegendLine {
  readonly text: string;
  readonly symbol: SheetImage | null;
  readonly isLayer: boolean;
}

function getLine({ legend }: Sheet, { layer, entry }: PlacedLine): LegendLine {
  const { layerName, symbol, entries } = legend[layer] as SheetLegend;
  const found = entries[entry];
  if (found === undefined) return { text: layerName, symbol, isLayer: true };
  return { text: found.label, symbol: found.symbol, isLayer: false };
}

/** Draws the legend in columns from the height `atMm`; null starts new pages. */
export function drawLegend(page: PdfPage, sheet: Sheet, { atMm }: { readonly atMm: number | null }): void {
  if (sheet.legend.length === 0) return;
  const columns = legendColumns(page.widthMm);
  const columnMm = page.widthMm / columns;
  let topMm = atMm ?? startPage(page, sheet);
  const fits = Math.floor((page.bottomMm - topMm) / LEGEND_ROW_MM);
  const entryCounts = countEntries(sheet.legend);
  const rows = Math.min(fits, countRowsPerColumn(entryCounts, columns));
  let pageIndex = 0;
  for (const line of placeLegend(entryCounts, rows)) {
    if (Math.floor(line.column / columns) > pageIndex) {
      topMm = startPage(page, sheet);
      pageIndex += 1;
    }
    drawLine(page, getLine(sheet, line), {
      left: page.leftMm + (line.column % columns) * columnMm,
      top: topMm + line.row * LEGEND_ROW_MM,
      widthMm: columnMm - 2,
    });
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
