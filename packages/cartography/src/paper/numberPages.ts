import type { PdfPage } from './PdfPage.ts';

/** Writes `2 / 5` below every page, if there are several. */
export function numberPages({ doc, leftMm, widthMm, bottomMm }: PdfPage): void {
  const count = doc.getNumberOfPages();
  if (count < 2) return;
  doc.setFont('Arimo', 'normal').setFontSize(8).setTextColor('#475560');
  for (let number = 1; number <= count; number += 1) {
    doc.setPage(number);
    doc.text(`${number} / ${count}`, leftMm + widthMm, bottomMm + 4, { align: 'right' });
  }
}
