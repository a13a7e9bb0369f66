import { LEGEND_ROW_MM, legendColumns } from './pageLayout.ts';
import { countRowsPerColumn, placeLegend } from './placeLegend.ts';
import { countEntries, type Sheet, type SheetImage, type SheetLegend } from './Sheet.ts';

export interface LegendLine {
  readonly text: string;
  /** Follows a text that is shortened where it has no room, such as `(continued)`; empty for most lines. */
  readonly suffix: string;
  readonly symbol: SheetImage | null;
  readonly isLayer: boolean;
  /** True if the symbol is as high as the row, without a gap to the next one. */
  readonly isStrip: boolean;
}

type LegendColumn = readonly LegendLine[];

/** The lines of a legend by page and column. */
export interface LegendPages {
  readonly columns: number;
  readonly pages: readonly (readonly LegendColumn[])[];
}

interface Room {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Lays out the legend of a sheet on pages that have this room for it. */
export function layOutLegend(
  { legend, continuedText }: Pick<Sheet, 'legend' | 'continuedText'>,
  { widthMm, heightMm }: Room,
): LegendPages {
  const columns = legendColumns(widthMm);
  const entryCounts = countEntries(legend);
  const rows = Math.min(Math.floor(heightMm / LEGEND_ROW_MM), countRowsPerColumn(entryCounts, columns));
  const lines = placeLegend(entryCounts, { columns, rows });
  const pageCount = Math.floor((lines.at(-1)?.column ?? -1) / columns) + 1;
  const pages = Array.from({ length: pageCount }, () =>
    Array.from({ length: columns }, (): LegendLine[] => []),
  );
  for (const { layer, entry, column, isContinued } of lines) {
    const { layerName, symbol, entries } = legend[layer] as SheetLegend;
    const found = entries[entry];
    pages[Math.floor(column / columns)]?.[column % columns]?.push(
      found
        ? {
            text: found.label,
            suffix: '',
            symbol: found.symbol,
            isLayer: false,
            isStrip: found.isStrip ?? false,
          }
        : {
            text: layerName,
            suffix: isContinued ? continuedText : '',
            symbol,
            isLayer: true,
            isStrip: false,
          },
    );
  }
  return { columns, pages };
}
