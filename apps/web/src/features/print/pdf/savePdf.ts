import { saveFile } from '../../../ui/saveFile.ts';
import type { Sheet } from '../sheet/Sheet.ts';
import { loadFonts } from './loadFonts.ts';
import { makePdf } from './makePdf.ts';

/** Makes the PDF and downloads it. */
export async function savePdf(sheet: Sheet, fileName: string, signal: AbortSignal): Promise<void> {
  const fonts = await loadFonts(signal);
  saveFile(new Blob([makePdf(sheet, fonts)], { type: 'application/pdf' }), fileName);
}
