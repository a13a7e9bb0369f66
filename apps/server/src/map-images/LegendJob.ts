import type { GeomStyle, SymbolKind } from '@pgis/cartography';
import type { DrawingFormat } from './ImageFormat.ts';

/** A line of a legend: a symbol and what it stands for, or without a symbol the heading of those below it. */
export interface LegendLine {
  readonly label: string;
  readonly symbol?: {
    readonly style: GeomStyle;
    readonly kind: SymbolKind;
    /** Where the colour follows a number: the other end of what begins with `style`. */
    readonly gradientTo?: GeomStyle;
  };
}

/** What a drawing worker needs for one legend. */
export interface LegendJob {
  readonly legend: readonly LegendLine[];
  readonly pixelRatio: number;
  readonly background: string | undefined;
  readonly format: DrawingFormat;
}

const LINE_PX = 22;
const WIDTH_PX = 240;
export const legendLayout = { marginPx: 4, linePx: LINE_PX, swatchPx: 18, widthPx: WIDTH_PX, textPx: 13 };

/** Known before it is drawn: capabilities tell it. */
export const legendSize = (lines: number): { readonly width: number; readonly height: number } => ({
  width: WIDTH_PX,
  height: 2 * legendLayout.marginPx + lines * LINE_PX,
});
