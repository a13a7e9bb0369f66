import { jsPDF } from 'jspdf';

/** TrueType files; their letters are embedded as far as they are used. */
export interface PdfFonts {
  readonly regular: ArrayBuffer;
  readonly bold: ArrayBuffer;
}

const CHUNK = 0x8000;

/** One character a byte, as jsPDF takes files. */
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

/** An empty document that can write every language of the product. */
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
