import { inks, linesOf, type PdfPage, setText } from '@pgis/cartography/paper';
import { FOOT_MM, LOGO_MM } from '../sheet/pageLayout.ts';
import type { Sheet } from '../sheet/Sheet.ts';
import { drawLegend } from './drawLegend.ts';

/** Draws the first page: header, map and footer. */
export function drawMapPage(page: PdfPage, sheet: Sheet): void {
  const { headMm, map, isLegendBelowMap } = sheet.layout;
  drawHead(page, sheet);
  const mapTopMm = page.topMm + headMm;
  drawMap(page, sheet, mapTopMm);
  drawNorth(page, sheet, mapTopMm);
  drawScaleBar(page, sheet, mapTopMm + map.heightMm);
  const footTopMm = page.bottomMm - FOOT_MM;
  if (isLegendBelowMap) drawLegend(page, sheet, { atMm: mapTopMm + map.heightMm + 3 });
  drawFoot(page, sheet, footTopMm);
}

function drawHead(page: PdfPage, { header, logo, layout }: Sheet): void {
  const { doc, leftMm, topMm, widthMm } = page;
  let textLeftMm = leftMm;
  if (logo !== null) {
    const logoWidthMm = Math.min(LOGO_MM * (logo.widthPx / logo.heightPx), widthMm / 2);
    doc.addImage(logo.url, leftMm, topMm, logoWidthMm, LOGO_MM);
    textLeftMm += logoWidthMm + 6;
  }
  if (header === '') return;
  const roomMm = leftMm + widthMm - textLeftMm;
  setText(page, { sizePt: 14, style: 'bold' });
  const isOneLine = doc.getTextWidth(header) <= roomMm && !header.includes('\n');
  if (!isOneLine) setText(page, { sizePt: 10, style: 'bold' });
  const lines = linesOf(page, header, { widthMm: roomMm, maxLines: logo === null ? 2 : 5 });
  const lineMm = doc.getLineHeight() * (25.4 / 72);
  const aboveMm = logo === null ? 0 : (layout.headMm - 3 - lines.length * lineMm) / 2;
  doc.text([...lines], textLeftMm, topMm + aboveMm, { baseline: 'top' });
}

function drawMap({ doc, leftMm }: PdfPage, { map, layout }: Sheet, topMm: number): void {
  const { widthMm, heightMm } = layout.map;
  doc.addImage(map.url, leftMm, topMm, widthMm, heightMm, undefined, 'FAST');
  doc.setDrawColor(inks.quiet).setLineWidth(0.3).rect(leftMm, topMm, widthMm, heightMm);
}

function drawNorth(page: PdfPage, { northText }: Sheet, topMm: number): void {
  const { doc, leftMm, widthMm } = page;
  const [left, top] = [leftMm + widthMm - 11, topMm + 3];
  doc.setFillColor('#ffffff').rect(left, top, 8, 12.5, 'F');
  const [x, y] = [left + 4, top + 1];
  doc.setFillColor(inks.text).triangle(x, y, x - 2.5, y + 7, x, y + 5.25, 'F');
  doc.setFillColor(inks.line).triangle(x, y, x + 2.5, y + 7, x, y + 5.25, 'F');
  setText(page, { sizePt: 9, style: 'bold' });
  doc.text(northText, x, y + 10.6, { align: 'center' });
}

/** The bar is drawn as vectors in its true length. */
function drawScaleBar(page: PdfPage, { scaleBar }: Sheet, mapBottomMm: number): void {
  const { doc } = page;
  const { text, widthMm } = scaleBar;
  const [left, bottom] = [page.leftMm + 5, mapBottomMm - 4.5];
  doc.setFillColor('#ffffff').rect(left - 2, bottom - 6.5, widthMm + 4, 8, 'F');
  setText(page, { sizePt: 8 });
  doc.text(text, left + widthMm / 2, bottom - 2.6, { align: 'center' });
  doc.setDrawColor('#000000').setLineWidth(0.4);
  doc.line(left, bottom, left + widthMm, bottom);
  for (const x of [left, left + widthMm]) doc.line(x, bottom - 1.6, x, bottom);
}

function drawFoot(page: PdfPage, { attribution, scaleText, footer }: Sheet, topMm: number): void {
  const { doc, leftMm, widthMm } = page;
  setText(page, { sizePt: 9, style: 'bold' });
  const scaleMm = scaleText === '' ? 0 : doc.getTextWidth(scaleText) + 6;
  if (scaleText !== '') doc.text(scaleText, leftMm + widthMm, topMm + 1, { align: 'right', baseline: 'top' });
  setText(page, { sizePt: 7, ink: inks.quiet });
  const sources = linesOf(page, attribution, { widthMm: widthMm - scaleMm, maxLines: 2 });
  if (attribution !== '') doc.text([...sources], leftMm, topMm + 1, { baseline: 'top' });
  if (footer === '') return;
  setText(page, { sizePt: 9 });
  doc.text([...linesOf(page, footer, { widthMm, maxLines: 3 })], leftMm, topMm + 8.5, { baseline: 'top' });
}
