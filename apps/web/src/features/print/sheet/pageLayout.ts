import type { PrintChoice } from '../dialog/PrintChoice.ts';
import { countRowsPerColumn } from './placeLegend.ts';

/** Millimetres. */
export interface SizeMm {
  readonly widthMm: number;
  readonly heightMm: number;
}

export interface PageLayout {
  readonly paper: SizeMm;
  /** Left and right margin. */
  readonly sideMm: number;
  /** Height above the map. */
  readonly headMm: number;
  readonly map: SizeMm;
  /** A legend that would leave too little room for the map goes to a page of its own. */
  readonly isLegendBelowMap: boolean;
}

export const MARGIN_MM = 12;
/** PRINT-04: 100 px, of which 96 are an inch. */
export const LOGO_MM = (100 / 96) * 25.4;
const HEADER_MM = 11;
/** Attribution, scale and the footer with the number of the page. */
export const FOOT_MM = 20;
/** PRINT-03. */
const PRINT_PAGE_SHARE = 0.75;
export const LEGEND_ROW_MM = 5.5;
/** Height of the title of a page with nothing but the legend. */
export const LEGEND_TITLE_MM = 8;
const LEGEND_COLUMN_MM = 46;
const MAX_LEGEND_SHARE = 0.22;

const portrait: Readonly<Record<PrintChoice['paper'], SizeMm>> = {
  A4: { widthMm: 210, heightMm: 297 },
  A3: { widthMm: 297, heightMm: 420 },
};

function paperOf({ paper, orientation }: Pick<PrintChoice, 'paper' | 'orientation'>): SizeMm {
  const { widthMm, heightMm } = portrait[paper];
  return orientation === 'portrait' ? { widthMm, heightMm } : { widthMm: heightMm, heightMm: widthMm };
}

export const legendColumns = (widthMm: number): number => Math.max(1, Math.floor(widthMm / LEGEND_COLUMN_MM));

interface PageContents {
  readonly hasLogo: boolean;
  /** Number of entries of each layer in the legend. */
  readonly legendEntries: readonly number[];
}

/** Lays out the first page; the map takes the remaining space. */
export function arrangePage(
  choice: Pick<PrintChoice, 'paper' | 'orientation' | 'output' | 'header'>,
  { hasLogo, legendEntries }: PageContents,
): PageLayout {
  const paper = paperOf(choice);
  const share = choice.output === 'printer' ? PRINT_PAGE_SHARE : 1 - (2 * MARGIN_MM) / paper.widthMm;
  const widthMm = paper.widthMm * share;
  const headMm = hasLogo ? LOGO_MM + 3 : choice.header.trim() === '' ? 0 : HEADER_MM;
  const roomMm = paper.heightMm - 2 * MARGIN_MM - headMm - FOOT_MM;
  const legendRows = countRowsPerColumn(legendEntries, legendColumns(widthMm));
  const legendMm = legendRows === 0 ? 0 : 3 + legendRows * LEGEND_ROW_MM;
  const isLegendBelowMap = legendMm <= roomMm * MAX_LEGEND_SHARE;
  return {
    paper,
    sideMm: (paper.widthMm - widthMm) / 2,
    headMm,
    map: { widthMm, heightMm: roomMm - (isLegendBelowMap ? legendMm : 0) },
    isLegendBelowMap,
  };
}
