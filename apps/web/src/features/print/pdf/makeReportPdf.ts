import { CHART_OF_PAGE, paperSize, type ReportPaper } from '../ReportPaper.ts';
import { drawTable } from './drawTables.ts';
import { numberPages } from './numberPages.ts';
import { openPdf, type PdfFonts } from './openPdf.ts';
import { inks, linesOf, type PdfPage, setText } from './PdfPage.ts';
import { reportPages } from './PdfProgress.ts';

const MARGIN_MM = 14;
function drawLines(page: PdfPage, lines: readonly string[], topMm: number): number {
  setText(page, { sizePt: 9, ink: inks.quiet });
  let top = topMm;
  for (const line of lines) {
    const wrapped = linesOf(page, line, { widthMm: page.widthMm, maxLines: 4 });
    page.doc.text([...wrapped], page.leftMm, top, { baseline: 'top' });
    top += wrapped.length * 4 + 0.6;
  }
  return top;
}

/** D-REP-03: makes a PDF with title, description, chart and table; all texts as text. */
export async function makeReportPdf(
  paper: ReportPaper,
  fonts: PdfFonts,
  { compress = true } = {},
): Promise<ArrayBuffer> {
  const { title, lines, chart, headers, rows, numeric, note } = paper;
  const { widthMm, heightMm } = paperSize(paper);
  const doc = openPdf({ widthMm, heightMm, fonts, compress });
  doc.setProperties({ title });
  const page: PdfPage = {
    doc,
    leftMm: MARGIN_MM,
    topMm: MARGIN_MM,
    widthMm: widthMm - 2 * MARGIN_MM,
    bottomMm: heightMm - MARGIN_MM,
  };
  setText(page, { sizePt: 16, style: 'bold' });
  const titleLines = linesOf(page, title, { widthMm: page.widthMm, maxLines: 3 });
  doc.text([...titleLines], page.leftMm, page.topMm, { baseline: 'top' });
  let topMm = drawLines(page, lines, page.topMm + titleLines.length * 6.6 + 2) + 3;
  if (chart !== null) {
    const ratio = chart.heightPx / chart.widthPx;
    const chartMm = Math.min(page.widthMm * ratio, heightMm * CHART_OF_PAGE);
    doc.addImage(chart.url, page.leftMm, topMm, chartMm / ratio, chartMm, undefined, 'FAST');
    topMm += chartMm + 5;
    // A table with only its head on this page starts on the next.
    if (topMm > page.bottomMm - 40) {
      doc.addPage();
      topMm = page.topMm;
    }
  }
  const table = { layerName: '', headers, rows, numeric };
  topMm = (await drawTable(page, table, { topMm, onPage: reportPages(rows.length, {}) })) + 4;
  if (note !== '') drawLines(page, [note], Math.min(topMm, page.bottomMm - 4));
  numberPages(page);
  return doc.output('arraybuffer');
}
