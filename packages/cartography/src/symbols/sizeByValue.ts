import { parseNumberText } from '@pgis/conditions';
import type { GeomStyle } from '../style/propertyTable.ts';
import { resolveStyle } from '../style/resolveStyle.ts';
import type { PointSymbol, SymbolDescription, SymbolKind } from './describeSymbol.ts';
import { LINE_CASING_PX, numberOf } from './describeSymbol.ts';

/** Sizes between the smallest and the largest: few enough that renderers keep a symbol for each. */
export const SIZE_STEPS = 128;

/** Settings by which the numbers of a field set the size of symbols. */
export type ValueSizes = {
  readonly field: string;
  /** Returns the step of a value, from 0 to `SIZE_STEPS`; undefined for one that is drawn in the size of its rule. */
  readonly stepOf: (value: unknown, kind: SymbolKind) => number | undefined;
  /** Returns the number that has a step, which need not be whole. */
  readonly numberAt: (step: number, kind: SymbolKind) => number;
  readonly resize: (symbol: SymbolDescription, step: number, kind: SymbolKind) => SymbolDescription;
};

/** True where the numbers of a field set the size of symbols of this kind: points, and lines if the style says so. */
export const hasValueSizes = ({ sizeField, sizeLines }: GeomStyle, kind: SymbolKind): boolean =>
  Boolean(sizeField) && (kind === 'point' || (kind === 'line' && sizeLines === true));

/** Returns undefined for a style whose rules alone set the sizes. */
export const compileSizes = (style: GeomStyle): ValueSizes | undefined => {
  const values = resolveStyle(style);
  const { sizeField, sizeScale, sizeFrom, sizeTo, sizeMissing } = values;
  if (sizeField === '') return undefined;
  const [min, max] = [numberOf(values, 'sizeMin'), numberOf(values, 'sizeMax')];
  const [lineMin, lineMax] = [numberOf(values, 'sizeLineMin'), numberOf(values, 'sizeLineMax')];
  const offset = sizeFrom > 0 ? 0 : 1 - sizeFrom;
  const [toScale, fromScale] =
    sizeScale === 'log'
      ? [(number: number) => Math.log(number + offset), (number: number) => Math.exp(number) - offset]
      : [identity, identity];
  const [start, end] = [toScale(sizeFrom), toScale(sizeTo)];
  const isArea = (kind: SymbolKind) => kind === 'point' && sizeScale === 'area' && min < max;
  return {
    field: sizeField,
    stepOf: (value, kind) => {
      if (!hasValueSizes(style, kind)) return undefined;
      const number = parseNumberText(value);
      if (number === undefined) return sizeMissing === 'smallest' ? 0 : undefined;
      if (number >= sizeTo) return SIZE_STEPS;
      if (number <= sizeFrom) return 0;
      const share = (toScale(number) - start) / (end - start);
      const widthShare = isArea(kind)
        ? (Math.sqrt(min ** 2 + share * (max ** 2 - min ** 2)) - min) / (max - min)
        : share;
      return Math.round(SIZE_STEPS * widthShare);
    },
    numberAt: (step, kind) => {
      const widthPx = lerp(min, max, step);
      const share = isArea(kind) ? (widthPx ** 2 - min ** 2) / (max ** 2 - min ** 2) : step / SIZE_STEPS;
      return fromScale(start + (end - start) * share);
    },
    resize: (symbol, step, kind) => {
      if (!hasValueSizes(style, kind)) return symbol;
      const { point, stroke, casing } = symbol;
      const widthPx = lerp(lineMin, lineMax, step);
      return {
        ...symbol,
        ...(point && { point: resizePoint(point, lerp(min, max, step)) }),
        ...(stroke && { stroke: { ...stroke, widthPx } }),
        ...(casing && { casing: { ...casing, widthPx: widthPx + 2 * LINE_CASING_PX } }),
      };
    },
  };
};

const identity = (number: number): number => number;

const lerp = (from: number, to: number, step: number): number => from + ((to - from) * step) / SIZE_STEPS;

/** Gives the form, the dot or the icon this height; the icon of a form keeps its share of it. */
const resizePoint = (point: PointSymbol, heightPx: number): PointSymbol => {
  const { form, icon } = point;
  const radiusPx = heightPx / 2;
  const iconPx = icon && form !== 'none' ? (icon.sizePx * radiusPx) / (point.radiusPx || radiusPx) : heightPx;
  return { ...point, radiusPx, ...(icon && { icon: { ...icon, sizePx: iconPx } }) };
};
