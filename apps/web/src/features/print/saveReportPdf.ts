import { saveFile } from '../../ui/saveFile.ts';
import { makeReportPdf } from './makeReportPdf.ts';
import { loadFonts } from './pdf/loadFonts.ts';
import type { ReportPaper } from './ReportPaper.ts';

/** Makes the PDF of a report and hands it to the browser to keep. */
export async function saveReportPdf(paper: ReportPaper, fileName: string): Promise<void> {
  const fonts = await loadFonts(new AbortController().signal);
  saveFile(new Blob([makeReportPdf(paper, fonts)], { type: 'application/pdf' }), fileName);
}
