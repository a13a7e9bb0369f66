import type { StrokeSymbol } from '../symbols/describeSymbol.ts';
import type { DrawContext } from './drawPoint.ts';

/** Strokes the current path of the context with round joins, as the map draws them. */
export const strokePath = (
  context: DrawContext,
  stroke: StrokeSymbol,
  strokeStyle: string | CanvasPattern,
): void => {
  context.save();
  context.strokeStyle = strokeStyle;
  context.lineWidth = stroke.widthPx;
  context.lineJoin = 'round';
  context.lineCap = capOf(stroke);
  context.setLineDash([...(stroke.dashPx ?? [])]);
  context.stroke();
  context.restore();
};

/** Returns butt caps for dashes, because round ones would shrink the gaps by the width of the line. */
export const capOf = ({ dashPx }: StrokeSymbol): 'butt' | 'round' => (dashPx ? 'butt' : 'round');
