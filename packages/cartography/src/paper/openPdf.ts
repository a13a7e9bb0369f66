import { jsPDF } from 'jspdf';

/** TrueType files; jsPDF embeds only the glyphs that are used. */
export interface PdfFonts {
  readonly regular: ArrayBuffer;
  readonly bold: ArrayBuffer;
}

const CHUNK = 0x8000;

/** One character per byte, the form in which jsPDF takes files. */
function toBinaryText(file: ArrayBuffer): string {
  const bytes = new Uint8Array(file);
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

interface PdfStart {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly fonts: PdfFonts;
  readonly compress: boolean;
}

/** Opens an empty document with fonts for all languages of the product. */
export function openPdf({ widthMm, heightMm, fonts, compress }: PdfStart): jsPDF {
  const doc = new jsPDF({
    unit: 'mm',
    format: [widthMm, heightMm],
    orientation: widthMm > heightMm ? 'landscape' : 'portrait',
    compress,
    putOnlyUsedFonts: true,
  });
  for (const [style, font] of [
    ['normal', fonts.regular],
    ['bold', fonts.bold],
  ] as const) {
    doc.addFileToVFS(`${style}.ttf`, toBinaryText(font));
    doc.addFont(`${style}.ttf`, 'Arimo', style);
  }
  return doc;
}
