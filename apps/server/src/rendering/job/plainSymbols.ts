import type { SymbolDescription } from '@pgis/cartography';

/**
 * CSS pixels. Wider outlines visibly overlap themselves at corners, and wider lines with many vertices take longer than on
 * the canvas, which draws them.
 */
const MAX_PLAIN_PX = { line: 16, polygon: 2 } as const;
export type PlainKind = keyof typeof MAX_PLAIN_PX;

/** True when our rasterizers draw a symbol, without a canvas. */
export const isPlainSymbol = ({ fill, casing, stroke }: SymbolDescription, kind: PlainKind): boolean =>
  !fill?.pattern &&
  !stroke?.paint.pattern &&
  !stroke?.dashPx &&
  Math.max(casing?.widthPx ?? 0, stroke?.widthPx ?? 0) <= MAX_PLAIN_PX[kind];
