import type { jsPDF } from 'jspdf';

/** Where to draw, and the edges of what may be drawn on, in millimetres. */
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

/** The lines of a text in a width, at most so many; the last one ends with three dots when there were more. */
export function linesOf(
  { doc }: Pick<PdfPage, 'doc'>,
  text: string,
  { widthMm, most }: { readonly widthMm: number; readonly most: number },
): readonly string[] {
  const lines = doc.splitTextToSize(text, widthMm) as string[];
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  let last = kept.pop() ?? '';
  while (last !== '' && doc.getTextWidth(`${last}…`) > widthMm) last = last.slice(0, -1);
  return [...kept, `${last}…`];
}
