import type { Sheet } from '../sheet/Sheet.ts';
import { printPageCss, writePrintPage } from './writePrintPage.ts';

/** Opens the print window with a waiting text; null if the browser blocks it. Must be called in the click itself. */
export function openPrintWindow(waitText: string): Window | null {
  const opened = window.open('', '_blank', 'popup,width=900,height=1000');
  if (opened === null) return null;
  opened.document.title = waitText;
  const note = opened.document.createElement('p');
  note.textContent = waitText;
  note.style.cssText = 'margin: 2em; font: 16px Arial, sans-serif';
  opened.document.body.append(note);
  return opened;
}

/** PRINT-02: writes the page, prints it and closes the window. The window itself runs no script. */
export async function printSheet(target: Window, sheet: Sheet): Promise<void> {
  const page = target.document;
  const { widthMm, heightMm } = sheet.layout.paper;
  page.documentElement.lang = sheet.language;
  page.title = sheet.header || document.title;
  const style = page.createElement('style');
  style.textContent = `@page { size: ${widthMm}mm ${heightMm}mm; margin: 8mm 0; } body { margin: 0; background: #fff; } ${printPageCss}`;
  page.head.append(style);
  page.body.replaceChildren(writePrintPage(page, sheet));
  await Promise.all([...page.images].map((image) => image.decode()));
  target.addEventListener('afterprint', () => target.close(), { once: true });
  target.focus();
  target.print();
}

interface LegacyNavigator {
  readonly msSaveOrOpenBlob?: (file: Blob, name: string) => boolean;
}

/** PRINT-06: the save function of browsers like Internet Explorer; null in all others. */
export function findLegacySave(): ((file: Blob, name: string) => void) | null {
  const old = navigator as Navigator & LegacyNavigator;
  return old.msSaveOrOpenBlob === undefined ? null : (file, name) => void old.msSaveOrOpenBlob?.(file, name);
}
