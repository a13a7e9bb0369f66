import regularUrl from '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf?url';
import boldUrl from '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf?url';
import type { PdfFonts } from '@pgis/cartography/paper';

async function loadFont(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`a font for the PDF could not be loaded: ${answer.status}`);
  return await answer.arrayBuffer();
}

/** Both font files, cached for the next PDF. */
export async function loadFonts(signal: AbortSignal): Promise<PdfFonts> {
  const [regular, bold] = await Promise.all([loadFont(regularUrl, signal), loadFont(boldUrl, signal)]);
  return { regular, bold };
}
