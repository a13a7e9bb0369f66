import type { DrawContext } from '@pgis/cartography';
import { useEffect, useRef } from 'react';

export interface SwatchSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

interface DrawnSwatchProps extends SwatchSize {
  readonly draw: (context: DrawContext, size: SwatchSize) => void;
  readonly className?: string | undefined;
}

/**
 * A canvas with a drawing, in the pixel ratio of the screen. Hidden from screen readers, because its name stands
 * beside it.
 */
export function DrawnSwatch({ draw, widthPx, heightPx, className }: DrawnSwatchProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const ratio = Math.max(1, window.devicePixelRatio);
    element.width = widthPx * ratio;
    element.height = heightPx * ratio;
    context.scale(ratio, ratio);
    draw(context, { widthPx, heightPx });
  }, [draw, widthPx, heightPx]);
  return (
    <span aria-hidden="true">
      <canvas ref={canvas} className={className} style={{ width: widthPx, height: heightPx }} />
    </span>
  );
}
