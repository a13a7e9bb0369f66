import type { PrintChoice } from '../dialog/PrintChoice.ts';
import { isTainted, type MadeSheet, makeSheet, type SheetSources } from '../sheet/makeSheet.ts';
import type { PrintProgress } from './PrintProgress.ts';
import { findLegacySave, openPrintWindow, printSheet } from './printWindow.ts';

/** 300 dots per inch; printers do not show more. */
const PRINT_PIXEL_RATIO = 300 / 96;

export type PrintResult =
  | { readonly kind: 'done'; readonly missing: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

interface PrintRun {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PrintProgress) => void;
}

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error('the map could not be made a picture')) : resolve(blob),
    );
  });

interface DeliverOptions extends PrintRun {
  readonly choice: PrintChoice;
  readonly fileName: string;
  /** Window to print from; undefined if none is needed. */
  readonly target: Window | undefined;
}

async function deliver({ sheet, canvas }: MadeSheet, options: DeliverOptions) {
  const { choice, fileName, signal, onProgress, target } = options;
  const onShare = (share: number) => onProgress({ step: 'pages', share });
  onShare(0);
  if (choice.output === 'pdf') {
    const { savePdf } = await import('../pdf/savePdf.ts');
    await savePdf(sheet, fileName, { signal, onShare });
  } else if (target !== undefined) await printSheet(target, sheet);
  else findLegacySave()?.(await toPng(canvas), 'map.png'); // PRINT-06
}

/** Prints the map or saves it as a PDF. Must start in the click, because a browser opens no window later. */
export async function printMap(
  choice: PrintChoice,
  sources: SheetSources,
  { signal, onProgress }: PrintRun,
): Promise<PrintResult> {
  const { t } = sources;
  const needsWindow = choice.output === 'printer' && findLegacySave() === null;
  const target = needsWindow ? openPrintWindow(t('MAP.PRINT.PREPARING')) : undefined;
  if (target === null) return { kind: 'failed', message: t('MAP.PRINT.POPUP_BLOCKED') };
  try {
    const made = await makeSheet(choice, sources, {
      maxPixelRatio: PRINT_PIXEL_RATIO,
      signal,
      onStep: (step) => onProgress({ step }),
      draw: sources.map.drawImage.bind(sources.map),
    });
    // Closing the window cancels the print.
    if (target?.closed) return { kind: 'done', missing: [] };
    const fileName = `${choice.header.trim() || t('MAP.PRINT.FILE_NAME')}.pdf`;
    await deliver(made, { choice, fileName, signal, onProgress, target });
    return { kind: 'done', missing: made.missing };
  } catch (cause) {
    target?.close();
    if (!signal.aborted) console.error('the map could not be printed', cause);
    return { kind: 'failed', message: t(isTainted(cause) ? 'MAP.PRINT.TAINTED' : 'MAP.PRINT.FAILED') };
  }
}
