import { type GeomStyle, makeSizeLegend, type SizeLegend, type SymbolKind } from '@pgis/cartography';
import type { OutputFormat } from './ImageFormat.ts';

/** A line of a legend: a symbol with its meaning, or without a symbol the heading of the lines below it. */
export interface LegendLine {
  readonly label: string;
  /** Sizes of a few numbers, drawn below the label. */
  readonly sizes?: { readonly style: GeomStyle; readonly kind: SymbolKind; readonly language: string };
  readonly symbol?: {
    readonly style: GeomStyle;
    readonly kind: SymbolKind;
    /** End of the gradient that begins with `style`, when the colour follows a number. */
    readonly gradientTo?: GeomStyle;
  };
}

/** Everything a worker needs to render one legend. */
export interface LegendJob {
  readonly legend: readonly LegendLine[];
  readonly pixelRatio: number;
  /** `#rrggbb`; undefined leaves the background transparent. */
  readonly background: string | undefined;
  readonly format: OutputFormat;
}

const LINE_PX = 22;
export const legendLayout = { marginPx: 4, linePx: LINE_PX, swatchPx: 18, minWidthPx: 240, textPx: 13 };

/** Returns the image of the sizes below a line. */
export const sizesOf = ({ sizes }: LegendLine): SizeLegend | undefined => {
  if (sizes === undefined) return undefined;
  const { format } = new Intl.NumberFormat(sizes.language, { maximumFractionDigits: 6 });
  return makeSizeLegend(sizes.style, sizes.kind, format);
};

/** Size in CSS pixels, known before the legend is rendered: WMS capabilities state it. */
export const legendSize = (
  lines: readonly LegendLine[],
): { readonly width: number; readonly height: number } => {
  const images = lines.map(sizesOf).filter((sizes) => sizes !== undefined);
  return {
    width: Math.max(legendLayout.minWidthPx, ...images.map(({ widthPx }) => widthPx)),
    height:
      2 * legendLayout.marginPx +
      lines.length * LINE_PX +
      images.reduce((sum, { heightPx }) => sum + heightPx, 0),
  };
};
