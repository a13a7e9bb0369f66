import { useComputedColorScheme } from '@mantine/core';
import { type GeomStyle, makeSizeLegend } from '@pgis/cartography';
import { useEffect, useId, useMemo, useRef } from 'react';
import { formatNumber, useTexts } from '../../i18n/index.ts';
import classes from './SizeLegend.module.css';
import { type SwatchKind, useIconFonts } from './StyleSwatch.tsx';

interface SizeLegendProps {
  readonly style: GeomStyle;
  readonly kind: SwatchKind;
  /** Name of the field whose numbers set the size. */
  readonly title: string;
}

/** Symbols of a few numbers as large as on the map; nothing where the sizes of this kind follow no field. */
export default function SizeLegend({ style, kind, title }: SizeLegendProps) {
  const { t, language } = useTexts();
  const titleId = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const hasFonts = useIconFonts(style);
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const legend = useMemo(
    () => makeSizeLegend(style, kind, (value) => formatNumber(value, language)),
    [style, kind, language],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colour of the text.
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!legend || !hasFonts || !element || !context) return;
    const ratio = Math.max(1, window.devicePixelRatio);
    element.width = legend.widthPx * ratio;
    element.height = legend.heightPx * ratio;
    context.scale(ratio, ratio);
    legend.draw(context, getComputedStyle(element).color);
  }, [legend, hasFonts, scheme]);
  if (!legend) return null;
  const numbers = legend.numbers.map((number) => formatNumber(number, language)).join('; ');
  return (
    <section aria-labelledby={titleId}>
      <h4 id={titleId} className={classes.title}>
        {title}
      </h4>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('MAP.RULES.SIZES', { numbers })}
        className={classes.image}
        style={{ width: legend.widthPx, height: legend.heightPx }}
      />
    </section>
  );
}
