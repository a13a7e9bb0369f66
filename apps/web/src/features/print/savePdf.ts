import regularUrl from '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf?url';
import boldUrl from '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf?url';
import { saveFile } from '../../ui/saveFile.ts';
import { makePdf } from './makePdf.ts';
import type { Sheet } from './Sheet.ts';

async function loadFont(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`a font for the PDF could not be loaded: ${answer.status}`);
  return await answer.arrayBuffer();
}

/** Makes the PDF and hands it to the browser to keep. */
export async function savePdf(sheet: Sheet, fileName: string, signal: AbortSignal): Promise<void> {
  const [regular, bold] = await Promise.all([loadFont(regularUrl, signal), loadFont(boldUrl, signal)]);
  saveFile(new Blob([makePdf(sheet, { regular, bold })], { type: 'application/pdf' }), fileName);
}
