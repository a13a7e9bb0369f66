import type { jsPDF } from 'jspdf';

/** The drawing position and the edges of the printable area, in millimetres. */
export interface PdfPage {
  readonly doc: jsPDF;
  readonly leftMm: number;
  readonly topMm: number;
  readonly widthMm: number;
  readonly bottomMm: number;
}

export const inks = { text: '#1a242c', quiet: '#475560', line: '#7f8e99', head: '#eef2f4' } as const;

export interface TextStyle {
  readonly sizePt: number;
  readonly style?: 'normal' | 'bold';
  readonly ink?: string;
}

export function setText(
  { doc }: Pick<PdfPage, 'doc'>,
  { sizePt, style = 'normal', ink = inks.text }: TextStyle,
) {
  doc.setFont('Arimo', style).setFontSize(sizePt).setTextColor(ink);
}

/** Wraps a text to a width and a number of lines; a cut text ends with three dots. */
export function linesOf(
  { doc }: Pick<PdfPage, 'doc'>,
  text: string,
  { widthMm, maxLines }: { readonly widthMm: number; readonly maxLines: number },
): readonly string[] {
  const lines = doc.splitTextToSize(text, widthMm) as string[];
  if (lines.length <= maxLines) return lines;
  const fitting = lines.slice(0, maxLines);
  let last = fitting.pop() ?? '';
  while (last !== '' && doc.getTextWidth(`${last}…`) > widthMm) last = last.slice(0, -1);
  return [...fitting, `${last}…`];
}
