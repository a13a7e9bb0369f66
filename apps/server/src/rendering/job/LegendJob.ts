import type { GeomStyle, SymbolKind } from '@pgis/cartography';
import type { OutputFormat } from './ImageFormat.ts';

/** A line of a legend: a symbol with its meaning, or without a symbol the heading of the lines below it. */
export interface LegendLine {
  readonly label: string;
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
const WIDTH_PX = 240;
export const legendLayout = { marginPx: 4, linePx: LINE_PX, swatchPx: 18, widthPx: WIDTH_PX, textPx: 13 };

/** Size in CSS pixels, known before the legend is rendered: WMS capabilities state it. */
export const legendSize = (lines: number): { readonly width: number; readonly height: number } => ({
  width: WIDTH_PX,
  height: 2 * legendLayout.marginPx + lines * LINE_PX,
});
