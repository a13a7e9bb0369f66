import type { PageLayout } from './pageLayout.ts';
import type { PrintTable } from './printTables.ts';

export interface Picture {
  /** `data:` address. */
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface SheetLegend {
  readonly layerName: string;
  /** The symbol of a layer without rules stands beside its name. */
  readonly symbol: Picture | null;
  readonly entries: readonly { readonly label: string; readonly symbol: Picture }[];
}

/** All that is on paper, as texts and pictures: the print window and the PDF say the same. */
export interface Sheet {
  readonly language: string;
  readonly layout: PageLayout;
  readonly header: string;
  readonly footer: string;
  readonly logo: Picture | null;
  readonly map: Picture;
  readonly scaleBar: { readonly text: string; readonly widthMm: number };
  /** `1:10 000`; only where the paper is of the size it was made for. */
  readonly scaleText: string;
  readonly northText: string;
  readonly legendTitle: string;
  readonly legend: readonly SheetLegend[];
  readonly attribution: string;
  readonly tables: readonly PrintTable[];
  /** Such as that there are more rows than these. */
  readonly tablesNote: string;
}

/** Lines that a legend takes. */
export const countLegendRows = (legend: readonly Pick<SheetLegend, 'entries'>[]): number =>
  legend.reduce((sum, { entries }) => sum + 1 + entries.length, 0);
