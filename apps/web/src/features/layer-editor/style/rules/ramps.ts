import { distinctColors, type GeomStyle, parseColor, parseRule, type Rgba } from '@pgis/cartography';
import {
  interpolateBlues,
  interpolateBrBG,
  interpolateCividis,
  interpolateGreens,
  interpolateMagma,
  interpolatePlasma,
  interpolatePuBuGn,
  interpolatePuOr,
  interpolateRdYlBu,
  interpolateRdYlGn,
  interpolateReds,
  interpolateSpectral,
  interpolateViridis,
  interpolateYlGn,
  interpolateYlOrBr,
  interpolateYlOrRd,
  schemeDark2,
  schemePaired,
  schemeSet1,
  schemeSet2,
  schemeTableau10,
} from 'd3-scale-chromatic';

/**
 * Colours for rules: `distinct` differ from each other, `ordered` run from low to high, `diverging` from a middle
 * value.
 */
export interface Ramp {
  readonly name: string;
  readonly kind: 'distinct' | 'ordered' | 'diverging';
  /** True when its colours can be told apart with any kind of colour blindness. */
  readonly isColorBlindSafe: boolean;
  /** Returns `count` colours, in the order of the values. */
  readonly colorsFor: (count: number) => readonly Rgba[];
}

const toRgbaTuple = (text: string): Rgba => parseColor(text) ?? [128, 128, 128, 1];

/** Colours of a continuous ramp from `from` to `to`, which leave out its palest colours, invisible on a map. */
const running =
  (interpolate: (share: number) => string, from = 0, to = 1): Ramp['colorsFor'] =>
  (count) =>
    Array.from({ length: count }, (_, index) =>
      toRgbaTuple(interpolate(from + ((to - from) * index) / Math.max(1, count - 1))),
    );

/** Rules beyond the colours of a set get the colours of rules without a ramp. */
const fromSet =
  (colors: readonly string[]): Ramp['colorsFor'] =>
  (count) =>
    [...colors.map(toRgbaTuple), ...distinctColors(count)].slice(0, count);

const PALE = 0.15;
type Interpolate = (share: number) => string;
const ordered = (name: string, interpolate: Interpolate, from = 0): Ramp => ({
  name,
  kind: 'ordered',
  isColorBlindSafe: true, // from light to dark, whatever the hues
  colorsFor: running(interpolate, from),
});
const diverging = (name: string, interpolate: Interpolate, isColorBlindSafe: boolean): Ramp => ({
  name,
  kind: 'diverging',
  isColorBlindSafe,
  colorsFor: running(interpolate),
});
const distinct = (name: string, colors: readonly string[], isColorBlindSafe = false): Ramp => ({
  name,
  kind: 'distinct',
  isColorBlindSafe,
  colorsFor: fromSet(colors),
});

/** Okabe and Ito (2008), chosen for all kinds of colour vision; black comes last. */
const OKABE_ITO = ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7', '#000000'];

/** viridis and its kin (CC0), ColorBrewer (Apache 2.0), Tableau 10; by their own names, which need no translation. */
export const RAMPS: readonly Ramp[] = [
  distinct('OkabeIto', OKABE_ITO, true),
  distinct('Set1', schemeSet1),
  distinct('Set2', schemeSet2),
  distinct('Dark2', schemeDark2),
  distinct('Paired', schemePaired),
  distinct('Tableau10', schemeTableau10),
  ordered('Viridis', interpolateViridis),
  ordered('Magma', interpolateMagma),
  ordered('Plasma', interpolatePlasma),
  ordered('Cividis', interpolateCividis),
  ordered('Blues', interpolateBlues, PALE),
  ordered('Greens', interpolateGreens, PALE),
  ordered('Reds', interpolateReds, PALE),
  ordered('YlGn', interpolateYlGn, PALE),
  ordered('YlOrBr', interpolateYlOrBr, PALE),
  ordered('YlOrRd', interpolateYlOrRd, PALE),
  ordered('PuBuGn', interpolatePuBuGn, PALE),
  diverging('RdYlBu', interpolateRdYlBu, true),
  diverging('PuOr', interpolatePuOr, true),
  diverging('BrBG', interpolateBrBG, true),
  diverging('RdYlGn', interpolateRdYlGn, false),
  diverging('Spectral', interpolateSpectral, false),
];

export const findRamp = (name: string): Ramp | undefined => RAMPS.find((ramp) => ramp.name === name);

const ruleValue = ({ rule = '' }: GeomStyle): string => {
  const parsed = parseRule(rule);
  return parsed.kind === 'value' ? parsed.value : '';
};

const toNumber = (text: string): number => Number(text.replace(',', '.'));

/** True when all texts are numbers or empty. */
export const areNumbers = (texts: readonly string[]): boolean =>
  texts.every((text) => !Number.isNaN(toNumber(text)));

/** Sorts by text: numbers by size, also with a decimal comma, and others alphabetically; empty texts come last. */
export function inOrder<T>(items: readonly T[], textOf: (item: T) => string): readonly T[] {
  const texts = new Map(items.map((item) => [item, textOf(item)]));
  const of = (item: T): string => texts.get(item) ?? '';
  const isNumeric = areNumbers([...texts.values()]);
  return items.toSorted((a, b) => {
    if (of(a) === '' || of(b) === '') return Number(of(a) === '') - Number(of(b) === '');
    if (isNumeric) return toNumber(of(a)) - toNumber(of(b));
    return of(a).localeCompare(of(b), 'lv', { numeric: true });
  });
}

/** Sorts rules by their values. */
export const inOrderOfValues = (rules: readonly GeomStyle[]): readonly GeomStyle[] =>
  inOrder(rules, ruleValue);
