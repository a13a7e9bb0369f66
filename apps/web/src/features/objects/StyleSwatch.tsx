import { drawSwatch, type GeomStyle } from '@pgis/cartography';
import { useEffect, useRef, useState } from 'react';
import { hasIconFonts, loadIconFonts } from '../../map/index.ts';
import classes from './StyleSwatch.module.css';

export type SwatchKind = 'point' | 'line' | 'polygon';

interface StyleSwatchProps {
  readonly style: GeomStyle;
  readonly kind: SwatchKind;
  readonly sizePx?: number;
  /** Style at the other end of a gradient that starts with `style`. */
  readonly gradientTo?: GeomStyle | undefined;
}

/** The symbol as the map draws it. Hidden from screen readers, because a name stands beside it. */
export function StyleSwatch({ style, kind, sizePx = 18, gradientTo }: StyleSwatchProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const hasFonts = useIconFonts(style);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const ratio = Math.max(1, window.devicePixelRatio);
    element.width = element.height = sizePx * ratio;
    context.scale(ratio, ratio);
    if (hasFonts)
      drawSwatch(context, { style, kind, box: { x: 0, y: 0, sizePx }, ...(gradientTo && { gradientTo }) });
  }, [style, kind, sizePx, hasFonts, gradientTo]);

  return (
    <span aria-hidden="true" className={`${classes.swatch} ${kind === 'point' ? '' : classes.plate}`}>
      <canvas ref={canvas} style={{ width: sizePx, height: sizePx }} />
    </span>
  );
}

/** True when the fonts of the icons of a style have loaded. */
export function useIconFonts(style: GeomStyle): boolean {
  const [loadedFor, setLoadedFor] = useState<GeomStyle | null>(null);
  const isThere = hasIconFonts(style);
  useEffect(() => {
    if (isThere) return;
    let isCancelled = false;
    void loadIconFonts(style).then(() => {
      if (!isCancelled) setLoadedFor(style);
    });
    return () => {
      isCancelled = true;
    };
  }, [style, isThere]);
  return isThere || loadedFor === style;
}
