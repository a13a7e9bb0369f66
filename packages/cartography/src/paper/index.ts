export { type ChartData, type ChartInks, drawChart, paperInks, toChartImage } from './drawChart.ts';
export { drawTable, type OnPage } from './drawTable.ts';
export { makeReportPdf } from './makeReportPdf.ts';
export { numberPages } from './numberPages.ts';
export { openPdf, type PdfFonts } from './openPdf.ts';
export { inks, linesOf, type PdfPage, setText } from './PdfPage.ts';
export { CHART_OF_PAGE, type PaperTable, paperSize, type ReportPaper } from './ReportPaper.ts';
