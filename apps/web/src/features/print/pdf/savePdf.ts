import { saveFile } from '../../../ui/saveFile.ts';
import type { Sheet } from '../sheet/Sheet.ts';
import { loadFonts } from './loadFonts.ts';
import { makePdf } from './makePdf.ts';
import type { PdfProgress } from './PdfProgress.ts';

/** Makes the PDF and downloads it. */
export async function savePdf(
  sheet: Sheet,
  fileName: string,
  progress: PdfProgress & { readonly signal: AbortSignal },
): Promise<void> {
  const fonts = await loadFonts(progress.signal);
  saveFile(new Blob([await makePdf(sheet, fonts, progress)], { type: 'application/pdf' }), fileName);
}
