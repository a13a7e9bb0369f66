import { toRgba } from '../color/color.ts';
import type { DrawContext } from '../draw/drawPoint.ts';
import { drawPoint, pointBox } from '../draw/drawPoint.ts';
import { strokePath } from '../draw/drawStroke.ts';
import { tracePath } from '../draw/path.ts';
import type { GeomStyle } from '../style/propertyTable.ts';
import type { SymbolDescription, SymbolKind } from '../symbols/describeSymbol.ts';
import { describeSymbol } from '../symbols/describeSymbol.ts';
import { typicalStyle } from '../symbols/drawnStyles.ts';
import { compileSizes, hasValueSizes, SIZE_STEPS, type ValueSizes } from '../symbols/sizeByValue.ts';

/** Symbols of a few numbers in the size of the map, with the numbers beside them. */
export type SizeLegend = {
  /** Field whose numbers set the size. */
  readonly field: string;
  /** The numbers, from the highest to the lowest. */
  readonly numbers: readonly number[];
  readonly widthPx: number;
  readonly heightPx: number;
  /** Draws at the origin of the context, whose unit is a CSS pixel; `textColor` is a CSS colour. */
  readonly draw: (context: DrawContext, textColor: string) => void;
};

type Sample = { readonly number: number; readonly text: string; readonly symbol: SymbolDescription };

/** A symbol with its label: `top` and `bottom` of the symbol, `labelY` the middle of the text. */
type Row = Sample & { readonly top: number; readonly bottom: number; readonly labelY: number };

const SAMPLE_STEPS = [SIZE_STEPS, (SIZE_STEPS * 2) / 3, SIZE_STEPS / 3, 0];
const TEXT_PX = 12;
const TEXT_GAP_PX = 15;
const PADDING_PX = 4;
const ROW_GAP_PX = 4;
const LINE_LENGTH_PX = 36;
const LEADER_PX = 22;
/** Widest digit of the font, as a share of its size. */
const DIGIT_SHARE = 0.6;

/** Returns undefined where the sizes of this kind of geometry follow no number. */
export const makeSizeLegend = (
  style: GeomStyle,
  kind: SymbolKind,
  format: (value: number) => string,
): SizeLegend | undefined => {
  const sizes = hasValueSizes(style, kind) ? compileSizes(style) : undefined;
  if (sizes === undefined) return undefined;
  const numbers = listNumbers(sizes, kind);
  const plain = withoutDetails(describeSymbol(typicalStyle(style), { kind, label: false }));
  const samples = numbers.map((number) => ({
    number,
    text: format(number),
    symbol: sizes.resize(plain, sizes.stepOf(number, kind) ?? 0, kind),
  }));
  const isNested = kind === 'point' && !(plain.point?.form === 'none' && plain.point.icon);
  const rows = isNested ? nest(samples) : stack(samples);
  const symbolPx = Math.max(...samples.map(({ symbol }) => widthOf(symbol)));
  const textPx = Math.max(...samples.map(({ text }) => text.length)) * TEXT_PX * DIGIT_SHARE;
  const textLeft = PADDING_PX + symbolPx + (isNested ? LEADER_PX : 2 * PADDING_PX);
  return {
    field: sizes.field,
    numbers,
    widthPx: Math.ceil(textLeft + textPx + PADDING_PX),
    heightPx:
      Math.ceil(Math.max(...rows.map(({ bottom, labelY }) => Math.max(bottom, labelY + TEXT_PX / 2)))) +
      PADDING_PX,
    draw: (context, textColor) => {
      const middle = PADDING_PX + symbolPx / 2;
      for (const row of rows) drawSymbol(context, row, middle);
      for (const { text, top, labelY } of rows) {
        context.strokeStyle = textColor;
        context.lineWidth = 0.75;
        if (isNested) {
          const right = PADDING_PX + symbolPx;
          tracePath(context, [
            ['M', middle, top],
            ['L', right + 4, top],
            ['L', right + 11, labelY],
            ['L', textLeft - 4, labelY],
          ]);
          context.stroke();
        }
        context.font = `${TEXT_PX}px Arial, "Liberation Sans", sans-serif`;
        context.textAlign = 'left';
        context.textBaseline = 'middle';
        context.fillStyle = textColor;
        context.fillText(text, textLeft, labelY);
      }
    },
  };
};

/** Numbers about a third of the sizes apart, rounded to what their span tells apart. */
const listNumbers = (sizes: ValueSizes, kind: SymbolKind): readonly number[] => {
  const at = (step: number) => cleaned(sizes.numberAt(step, kind));
  const [high, low] = [at(SIZE_STEPS), at(0)];
  const unit = powerOfTen((high - low) / SAMPLE_STEPS.length);
  const between = SAMPLE_STEPS.slice(1, -1).map((step) => {
    const number = at(step);
    // Numbers of several orders of magnitude keep their first digit.
    const own = Math.min(unit, powerOfTen(number - low));
    return cleaned(Math.round(number / own) * own);
  });
  return [...new Set([high, ...between, low])].filter((number) => number >= low && number <= high);
};

const powerOfTen = (number: number): number => (number > 0 ? 10 ** Math.floor(Math.log10(number)) : 1);

/** Cuts the noise of floating-point arithmetic. */
const cleaned = (number: number): number => Number(number.toPrecision(12));

/** The icon and the gradient of a form would hide the nested forms below. */
const withoutDetails = (symbol: SymbolDescription): SymbolDescription => {
  if (!symbol.point || symbol.point.form === 'none') return symbol;
  const { icon: _icon, gradientFrom: _gradient, ...point } = symbol.point;
  return { ...symbol, point };
};

const widthOf = ({ point, casing }: SymbolDescription): number => {
  if (!point) return Math.max(LINE_LENGTH_PX, (casing?.widthPx ?? 0) + 4);
  const { left, right } = pointBox(point);
  return left + right;
};

const heightOf = ({ point, casing }: SymbolDescription): number => {
  if (!point) return casing?.widthPx ?? 0;
  const { up, down } = pointBox(point);
  return up + down;
};

/** All symbols on one ground line, the labels as high as their tops if there is room. */
const nest = (samples: readonly Sample[]): readonly Row[] => {
  const ground = PADDING_PX + Math.max(...samples.map(({ symbol }) => heightOf(symbol)));
  let labelY = Number.NEGATIVE_INFINITY;
  return samples.map((sample) => {
    const top = ground - heightOf(sample.symbol);
    labelY = Math.max(top, labelY + TEXT_GAP_PX, PADDING_PX + TEXT_PX / 2);
    return { ...sample, top, bottom: ground, labelY };
  });
};

/** The symbols below each other. */
const stack = (samples: readonly Sample[]): readonly Row[] => {
  let top = PADDING_PX;
  return samples.map((sample) => {
    const height = Math.max(heightOf(sample.symbol), TEXT_PX + 2);
    const row = { ...sample, top, bottom: top + height, labelY: top + height / 2 };
    top += height + ROW_GAP_PX;
    return row;
  });
};

const drawSymbol = (context: DrawContext, { symbol, bottom, labelY }: Row, middle: number): void => {
  const { point, casing, stroke } = symbol;
  if (point) {
    const isStacked = point.form === 'none' && point.icon;
    drawPoint(context, point, [middle, isStacked ? labelY : bottom - pointBox(point).down]);
    return;
  }
  // Round caps reach half the width beyond the ends.
  const half = (widthOf(symbol) - (casing?.widthPx ?? 0)) / 2;
  for (const line of [casing, stroke]) {
    if (!line) continue;
    tracePath(context, [
      ['M', middle - half, labelY],
      ['L', middle + half, labelY],
    ]);
    strokePath(context, line, toRgba(line.paint.color));
  }
};
