import { type Rgba, toRgba } from '@pgis/cartography';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { type Bounds, countBars, type NumberStep, stepFor } from './classBreaks.ts';
import classes from './Histogram.module.css';

interface HistogramProps {
  readonly steps: readonly NumberStep[];
  readonly bounds: Bounds;
  /** Colour of each class. */
  readonly colors: readonly Rgba[];
  readonly format: (value: number) => string;
  /** Name of the slider of a bound; 1 is the first between two classes. */
  readonly labelOf: (number: number) => string;
  readonly onChange: (bounds: Bounds) => void;
}

const BARS = 30;

/** Distribution of the numbers in the colours of their classes, with a slider for each bound between two classes. */
export function Histogram({ steps, bounds, colors, format, labelOf, onChange }: HistogramProps) {
  const box = useRef<HTMLDivElement>(null);
  const [min, max] = [steps[0]?.from ?? 0, steps.at(-1)?.to ?? 0];
  const bars = countBars(steps, { min, max, bars: BARS });
  const most = Math.max(...bars);
  const span = max - min || 1;
  const step = stepFor(min, max);
  const shareOf = (value: number): number => Math.min(1, Math.max(0, (value - min) / span));
  const colorAt = (value: number): string => {
    if (value < (bounds[0] ?? min) || value > (bounds.at(-1) ?? max)) return 'var(--border-strong)';
    const index = bounds.slice(1, -1).filter((bound) => value >= bound).length;
    const color = colors[index];
    return color === undefined ? 'transparent' : toRgba(color);
  };

  /** Moves a bound, at most to its neighbours. */
  const move = (index: number, value: number) => {
    const [before, after] = [bounds[index - 1] ?? min, bounds[index + 1] ?? max];
    const rounded = Math.round(value / step) * step;
    const clamped = Number(Math.min(after - step, Math.max(before + step, rounded)).toPrecision(12));
    if (clamped > before && clamped < after) onChange(bounds.with(index, clamped));
  };
  const onPointerMove = (event: PointerEvent, index: number) => {
    const rect = box.current?.getBoundingClientRect();
    if (rect === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(index, min + ((event.clientX - rect.left) / rect.width) * span);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const value = bounds[index] ?? min;
    const by = step * (event.shiftKey ? 10 : 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: value - by,
      ArrowDown: value - by,
      ArrowRight: value + by,
      ArrowUp: value + by,
      Home: bounds[index - 1] ?? min,
      End: bounds[index + 1] ?? max,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(index, to);
  };
  return (
    <div className={classes.histogram}>
      <div ref={box} className={classes.plot}>
        <div className={classes.bars} aria-hidden="true">
          {bars.map((count, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its position.
              key={index}
              className={classes.bar}
              style={{
                height: `${(100 * count) / most}%`,
                background: colorAt(min + ((max - min) * (index + 0.5)) / bars.length),
              }}
            />
          ))}
        </div>
        {bounds.slice(1, -1).map((bound, inner) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a slider is its position; its bound changes while dragged.
            key={inner}
            role="slider"
            tabIndex={0}
            aria-label={labelOf(inner + 1)}
            aria-valuenow={bound}
            aria-valuemin={bounds[inner] ?? min}
            aria-valuemax={bounds[inner + 2] ?? max}
            aria-valuetext={format(bound)}
            className={classes.slider}
            style={{ left: `${100 * shareOf(bound)}%` }}
            onKeyDown={(event) => onKeyDown(event, inner + 1)}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => onPointerMove(event, inner + 1)}
          >
            <span className={classes.flag}>{format(bound)}</span>
          </div>
        ))}
      </div>
      <div className={classes.axis} aria-hidden="true">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </div>
  );
}
