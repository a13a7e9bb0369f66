import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas } from '@napi-rs/canvas';
import { type ChartData, makeReportPdf, type PdfFonts, toChartImage } from '@pgis/cartography/paper';
import { limits } from '@pgis/contract';
import { registerFonts } from '../draw/registerFonts.ts';
import { serveJobs } from '../pool/serveJobs.ts';
import type { PaperJob } from './PaperJob.ts';
import { PaperTooLongError } from './PaperTooLongError.ts';

/** Entry of the worker thread that sets reports as PDFs, with the code and the fonts of the browser's PDFs. */
const { resolve } = createRequire(import.meta.url);
const regular = resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf');
const bold = resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf');
const readFont = (path: string): ArrayBuffer => new Uint8Array(readFileSync(path)).buffer;
const fonts: PdfFonts = { regular: readFont(regular), bold: readFont(bold) };
registerFonts([{ family: 'Arimo', path: regular }]);

serveJobs<PaperJob>(async ({ paper, chart }) => {
  const whole = { ...paper, chart: chart === undefined ? null : drawChart(chart, paper.language) };
  return new Uint8Array(await makeReportPdf(whole, fonts, { onPage }));
});

// The canvas of the server has all that charts draw with.
const drawChart = (chart: ChartData, language: string) =>
  toChartImage(chart, { canvas: createCanvas(1, 1) as unknown as HTMLCanvasElement, language });

async function onPage(_rowCount: number, page: number): Promise<void> {
  if (page >= limits.reportSchedules.pdfPages) throw new PaperTooLongError();
}
