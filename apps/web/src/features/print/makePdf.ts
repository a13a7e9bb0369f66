import { jsPDF } from 'jspdf';
import { MARGIN_MM } from './pageLayout.ts';
import { drawLegend } from './pdf/drawLegend.ts';
import { drawMapPage } from './pdf/drawMapPage.ts';
import { drawTables } from './pdf/drawTables.ts';
import type { PdfPage } from './pdf/PdfPage.ts';
import type { Sheet } from './Sheet.ts';

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

/** The sheet as a PDF: the map in its true scale, and all words as text. */
export function makePdf(sheet: Sheet, fonts: PdfFonts, { compress = true } = {}): ArrayBuffer {
  const { widthMm, heightMm } = sheet.layout.paper;
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
  doc.setProperties({ title: sheet.header });
  const page: PdfPage = {
    doc,
    leftMm: sheet.layout.sideMm,
    topMm: MARGIN_MM,
    widthMm: sheet.layout.map.widthMm,
    bottomMm: heightMm - MARGIN_MM,
  };
  drawMapPage(page, sheet);
  if (!sheet.layout.isLegendBelowMap) drawLegend(page, sheet, { atMm: null });
  drawTables(page, sheet);
  numberPages(page);
  return doc.output('arraybuffer');
}

function numberPages({ doc, leftMm, widthMm, bottomMm }: PdfPage): void {
  const count = doc.getNumberOfPages();
  if (count < 2) return;
  doc.setFont('Arimo', 'normal').setFontSize(8).setTextColor('#475560');
  for (let number = 1; number <= count; number += 1) {
    doc.setPage(number);
    doc.text(`${number} / ${count}`, leftMm + widthMm, bottomMm + 4, { align: 'right' });
  }
}
