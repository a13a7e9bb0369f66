import { drawTable, type OnPage } from './drawTable.ts';
import { numberPages } from './numberPages.ts';
import { openPdf, type PdfFonts } from './openPdf.ts';
import { inks, linesOf, type PdfPage, setText } from './PdfPage.ts';
import { CHART_OF_PAGE, paperSize, type ReportPaper } from './ReportPaper.ts';

const MARGIN_MM = 14;
/** Height that a table needs at least to begin on a page. */
const TABLE_BEGIN_MM = 40;
const BETWEEN_TABLES_MM = 7;

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

function drawChart(page: PdfPage, { chart }: ReportPaper, topMm: number): number {
  if (chart === null) return topMm;
  const ratio = chart.heightPx / chart.widthPx;
  const pageMm = page.topMm + page.bottomMm;
  const chartMm = Math.min(page.widthMm * ratio, pageMm * CHART_OF_PAGE);
  page.doc.addImage(chart.url, page.leftMm, topMm, chartMm / ratio, chartMm, undefined, 'FAST');
  return topMm + chartMm + 5;
}

/** A table with only its head on a page starts on the next. */
async function startTable(
  { doc, topMm: firstMm, bottomMm }: PdfPage,
  topMm: number,
  onPage: OnPage,
): Promise<number> {
  if (topMm <= bottomMm - TABLE_BEGIN_MM) return topMm;
  await onPage(0, doc.getNumberOfPages());
  doc.addPage();
  return firstMm;
}

interface ReportPdfOptions {
  readonly compress?: boolean;
  readonly onPage?: OnPage;
}

/** D-REP-03: makes a PDF with title, description, chart and tables; all texts as text. */
export async function makeReportPdf(
  paper: ReportPaper,
  fonts: PdfFonts,
  { compress = true, onPage = async () => {} }: ReportPdfOptions = {},
): Promise<ArrayBuffer> {
  const { title, lines, tables, note } = paper;
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
  topMm = drawChart(page, paper, topMm);
  for (const table of tables) {
    const startMm = await startTable(page, topMm, onPage);
    topMm = (await drawTable(page, table, { topMm: startMm, onPage })) + BETWEEN_TABLES_MM;
  }
  if (note !== '') drawLines(page, [note], Math.min(topMm - 3, page.bottomMm - 4));
  numberPages(page);
  return doc.output('arraybuffer');
}
