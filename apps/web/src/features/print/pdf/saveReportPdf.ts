import { makeReportPdf, type ReportPaper } from '@pgis/cartography/paper';
import { saveFile } from '../../../ui/saveFile.ts';
import { loadFonts } from './loadFonts.ts';
import { nextPaint } from './PdfProgress.ts';

/** Makes the PDF of a report and downloads it. */
export async function saveReportPdf(paper: ReportPaper, fileName: string): Promise<void> {
  const fonts = await loadFonts(new AbortController().signal);
  const pdf = await makeReportPdf(paper, fonts, { onPage: nextPaint });
  saveFile(new Blob([pdf], { type: 'application/pdf' }), fileName);
}
