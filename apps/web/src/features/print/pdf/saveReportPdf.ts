import { saveFile } from '../../../ui/saveFile.ts';
import type { ReportPaper } from '../ReportPaper.ts';
import { loadFonts } from './loadFonts.ts';
import { makeReportPdf } from './makeReportPdf.ts';

/** Makes the PDF of a report and downloads it. */
export async function saveReportPdf(paper: ReportPaper, fileName: string): Promise<void> {
  const fonts = await loadFonts(new AbortController().signal);
  saveFile(new Blob([await makeReportPdf(paper, fonts)], { type: 'application/pdf' }), fileName);
}
