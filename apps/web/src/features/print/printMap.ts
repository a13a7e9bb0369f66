import { isTainted, type MadeSheet, makeSheet, type SheetSources } from './makeSheet.ts';
import type { PrintChoice } from './PrintChoice.ts';
import { findOldSave, openPrintWindow, printSheet } from './printWindow.ts';

/** 288 dots an inch: more, a printer does not show. */
const PRINT_PIXEL_RATIO = 3;

export type PrintResult =
  | { readonly kind: 'done'; readonly missing: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error('the map could not be made a picture')) : resolve(blob),
    );
  });

interface Handing {
  readonly choice: PrintChoice;
  readonly fileName: string;
  readonly signal: AbortSignal;
  /** Where it is printed; undefined where no window is needed. */
  readonly target: Window | undefined;
}

async function hand({ sheet, canvas }: MadeSheet, { choice, fileName, signal, target }: Handing) {
  if (choice.output === 'pdf') {
    const { savePdf } = await import('./savePdf.ts');
    await savePdf(sheet, fileName, signal);
  } else if (target !== undefined) await printSheet(target, sheet);
  else findOldSave()?.(await toPng(canvas), 'map.png'); // PRINT-06
}

/** Prints the map or saves it as a PDF. Has to begin in the click: later a browser opens no window. */
export async function printMap(
  choice: PrintChoice,
  sources: SheetSources,
  signal: AbortSignal,
): Promise<PrintResult> {
  const { t } = sources;
  const needsWindow = choice.output === 'printer' && findOldSave() === null;
  const target = needsWindow ? openPrintWindow(t('MAP.PRINT.PREPARING')) : undefined;
  if (target === null) return { kind: 'failed', message: t('MAP.PRINT.POPUP_BLOCKED') };
  try {
    const made = await makeSheet(choice, sources, {
      mostPixelRatio: PRINT_PIXEL_RATIO,
      signal,
      draw: sources.map.drawPicture.bind(sources.map),
    });
    // Who closes the window does not want it any more.
    if (target?.closed) return { kind: 'done', missing: [] };
    const fileName = `${choice.header.trim() || t('MAP.PRINT.FILE_NAME')}.pdf`;
    await hand(made, { choice, fileName, signal, target });
    return { kind: 'done', missing: made.missing };
  } catch (cause) {
    target?.close();
    if (!signal.aborted) console.error('the map could not be printed', cause);
    return { kind: 'failed', message: t(isTainted(cause) ? 'MAP.PRINT.TAINTED' : 'MAP.PRINT.FAILED') };
  }
}
