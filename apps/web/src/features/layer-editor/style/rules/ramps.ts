import { distinctColors, type GeomStyle, parseColor, parseRule, type Rgba } from '@pgis/cartography';
import {
  interpolateBlues,
  interpolateCividis,
  interpolateGreens,
  interpolateMagma,
  interpolatePlasma,
  interpolatePuBuGn,
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
const ordered = (name: string, interpolate: (share: number) => string, from = 0): Ramp => ({
  name,
  kind: 'ordered',
  colorsFor: running(interpolate, from),
});
const diverging = (name: string, interpolate: (share: number) => string): Ramp => ({
  name,
  kind: 'diverging',
  colorsFor: running(interpolate),
});
const distinct = (name: string, colors: readonly string[]): Ramp => ({
  name,
  kind: 'distinct',
  colorsFor: fromSet(colors),
});

/** viridis and its kin (CC0), ColorBrewer (Apache 2.0), Tableau 10; by their own names, which need no translation. */
export const RAMPS: readonly Ramp[] = [
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
  diverging('RdYlGn', interpolateRdYlGn),
  diverging('RdYlBu', interpolateRdYlBu),
  diverging('Spectral', interpolateSpectral),
];

const ruleValue = ({ rule = '' }: GeomStyle): string => {
  const parsed = parseRule(rule);
  return parsed.kind === 'value' ? parsed.value : '';
};

const toNumber = (text: string): number => Number(text.replace(',', '.'));

/** True when the values of all rules are numbers or empty. */
export const haveNumbers = (rules: readonly GeomStyle[]): boolean =>
  rules.every((rule) => !Number.isNaN(toNumber(ruleValue(rule))));

/** Compares numbers by size, also with a decimal comma, and texts alphabetically; empty values come last. */
export function inOrder(rules: readonly GeomStyle[]): readonly GeomStyle[] {
  const values = new Map(rules.map((rule) => [rule, ruleValue(rule)]));
  const textOf = (rule: GeomStyle): string => values.get(rule) ?? '';
  const numberOf = (rule: GeomStyle): number => toNumber(textOf(rule));
  const areNumbers = haveNumbers(rules);
  return rules.toSorted((a, b) => {
    if (textOf(a) === '' || textOf(b) === '') return Number(textOf(a) === '') - Number(textOf(b) === '');
    if (areNumbers) return numberOf(a) - numberOf(b);
    return textOf(a).localeCompare(textOf(b), 'lv', { numeric: true });
  });
}
