import type { PrintTable } from '../page/printTables.ts';
import type { PageLayout } from './pageLayout.ts';

export interface SheetImage {
  /** `data:` address. */
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface SheetLegend {
  readonly layerName: string;
  /** Symbol of a layer without rules, drawn beside its name. */
  readonly symbol: SheetImage | null;
  readonly entries: readonly SheetLegendEntry[];
}

export interface SheetLegendEntry {
  readonly label: string;
  readonly symbol: SheetImage | null;
  /** True for a part of an image that goes on in the next row: it is as high as the row. */
  readonly isStrip?: boolean;
}

/** The content of a page as texts and images; the print window and the PDF use the same. */
export interface Sheet {
  readonly language: string;
  readonly layout: PageLayout;
  readonly header: string;
  readonly footer: string;
  readonly logo: SheetImage | null;
  readonly map: SheetImage;
  readonly scaleBar: { readonly text: string; readonly widthMm: number };
  /** Scale such as `1:10 000`; valid only in the original paper size. */
  readonly scaleText: string;
  readonly northText: string;
  readonly legendTitle: string;
  readonly legend: readonly SheetLegend[];
  /** Follows the name of a layer whose legend goes on in another column or on another page. */
  readonly continuedText: string;
  readonly attribution: string;
  readonly tables: readonly PrintTable[];
  /** Note below the table, for instance that rows are missing. */
  readonly tablesNote: string;
}

/** Returns the number of entries of each layer. */
export const countEntries = (legend: readonly Pick<SheetLegend, 'entries'>[]): readonly number[] =>
  legend.map(({ entries }) => entries.length);
