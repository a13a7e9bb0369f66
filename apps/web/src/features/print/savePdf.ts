import { saveFile } from '../../ui/saveFile.ts';
import { makePdf } from './makePdf.ts';
import { loadFonts } from './pdf/loadFonts.ts';
import type { Sheet } from './Sheet.ts';

/** Makes the PDF and hands it to the browser to keep. */
export async function savePdf(sheet: Sheet, fileName: string, signal: AbortSignal): Promise<void> {
  const fonts = await loadFonts(signal);
  saveFile(new Blob([makePdf(sheet, fonts)], { type: 'application/pdf' }), fileName);
}
