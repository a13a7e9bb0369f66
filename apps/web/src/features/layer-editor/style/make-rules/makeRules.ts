import {
  compileRules,
  type GeomStyle,
  listFieldsOfRule,
  parseRule,
  type Rgba,
  RULE_NAME_PROPERTIES,
  type RuleNameLanguage,
  recolorRule,
  resolveStyle,
  ruleName,
  ruleNamesOf,
  toRuleRange,
} from '@pgis/cartography';
import { toComparableText } from '@pgis/conditions';
import type { FieldValues } from '@pgis/contract';
import { appendRules, withRules } from '../draft/changeStyle.ts';
import { appearanceOf, type StyleDraft } from '../draft/StyleDraft.ts';
import { inOrder, inOrderOfValues } from '../rules/ramps.ts';
import type { Bounds } from './classBreaks.ts';

export const VALUE_ORDERS = ['frequent', 'value'] as const;
export type ValueOrder = (typeof VALUE_ORDERS)[number];

type ValueCount = FieldValues['values'][number];

/** A value of a field with the rule on this field that draws it, if there is one: for the value, for a range or with conditions. */
export interface ValueRow extends ValueCount {
  readonly known: GeomStyle | undefined;
}

/** Value that a rule compares; undefined for other rules, such as those for a range. */
function comparedValue(
  { rule = '', ruleRange = '', ruleConditions }: GeomStyle,
  field: string,
): string | undefined {
  const parsed = parseRule(rule);
  if (ruleRange !== '' || ruleConditions || parsed.kind !== 'value' || parsed.field !== field)
    return undefined;
  return toComparableText(parsed.value);
}

/** Lists the values of a field in an order, objects without a value last, each with the rule that it has already. */
export function listValueRows(
  { values, empty }: Pick<FieldValues, 'values' | 'empty'>,
  {
    field,
    rules,
    order,
  }: { readonly field: string; readonly rules: readonly GeomStyle[]; readonly order: ValueOrder },
): readonly ValueRow[] {
  // A rule that asks for other fields, too, draws some objects with the value only.
  const ofField = rules.filter((rule) => {
    const asked = listFieldsOfRule(resolveStyle(rule));
    return asked.length === 1 && asked[0] === field;
  });
  const choose = compileRules({ labelRules: ofField });
  const knownOf = (value: string) => ofField[choose({ [field]: value })];
  const rows = values.map((one) => ({ ...one, known: knownOf(one.value) }));
  const none = empty === 0 ? [] : [{ value: '', count: empty, known: knownOf('') }];
  return [...(order === 'frequent' ? rows : inOrder(rows, ({ value }) => value)), ...none];
}

/** Makes a rule like Default in another colour. */
const paint = (fallback: GeomStyle, color: Rgba): GeomStyle =>
  appearanceOf(recolorRule(resolveStyle(appearanceOf(fallback)), color));

/** RULE-05: a rule for a value of a field. */
export const toValueRule = (
  { field, value }: { readonly field: string; readonly value: string },
  { fallback, color }: { readonly fallback: GeomStyle; readonly color: Rgba },
): GeomStyle => ({ ...paint(fallback, color), rule: ruleName(field, value) });

/** Names typed for classes, by their index. */
export type ClassNames = ReadonlyMap<number, string>;

/**
 * Rules for the classes between bounds. Their values show the bounds as `format` writes them, or in full if two of them
 * look equal. A class has the names of a present rule for the same range, and the one typed for it in the user's language.
 */
export function toRangeRules(
  bounds: Bounds,
  {
    field,
    fallback,
    colors,
    format,
    present,
    typedNames,
    language,
  }: {
    readonly field: string;
    readonly fallback: GeomStyle;
    readonly colors: readonly Rgba[];
    readonly format: (value: number) => string;
    readonly present: readonly GeomStyle[];
    readonly typedNames: ClassNames;
    readonly language: RuleNameLanguage;
  },
): readonly GeomStyle[] {
  const last = bounds.length - 2;
  const isUnique = new Set(bounds.map(format)).size === new Set(bounds).size;
  const labels = listRangeLabels(bounds, isUnique ? format : String);
  return bounds.slice(0, -1).map((from, index) => {
    const to = bounds[index + 1] as number;
    const ruleRange = toRuleRange({ from, to, includesTo: index === last });
    const typedName = typedNames.get(index);
    return {
      ...paint(fallback, colors[index] as Rgba),
      ...ruleNamesOf(present.find((rule) => rule.ruleRange === ruleRange) ?? {}),
      ...(typedName !== undefined && { [RULE_NAME_PROPERTIES[language]]: typedName }),
      rule: ruleName(field, labels[index] as string),
      ruleRange,
    };
  });
}

/** Texts of ranges, as the legend shows them. */
const listRangeLabels = (bounds: Bounds, format: (value: number) => string): readonly string[] =>
  bounds.slice(1).map((to, index) => {
    const from = bounds[index] as number;
    return from === to ? format(from) : `${format(from)}–${format(to)}`;
  });

/**
 * Puts the rules on values of a field into the order of the values, in the positions that rules of this field have; other
 * rules stay where they are.
 */
export function arrangeRules(
  rules: readonly GeomStyle[],
  field: string,
  values: readonly string[],
): readonly GeomStyle[] {
  const rank = new Map(values.map((value, index) => [toComparableText(value), index]));
  const rankOf = (rule: GeomStyle) => rank.get(comparedValue(rule, field) ?? '') ?? values.length;
  const ofField = rules.filter((rule) => comparedValue(rule, field) !== undefined);
  const arranged = ofField.toSorted((a, b) => rankOf(a) - rankOf(b)).values();
  return rules.map((rule) => (ofField.includes(rule) ? (arranged.next().value ?? rule) : rule));
}

/** Appends rules in the order of their values, and keeps those of a field in this order if they are in it already. */
export function addInOrder(draft: StyleDraft, field: string, added: readonly GeomStyle[]): StyleDraft {
  const next = appendRules(draft, inOrderOfValues(added));
  const valuesOf = (rules: readonly GeomStyle[]) =>
    rules.map((rule) => comparedValue(rule, field)).filter((value) => value !== undefined);
  const present = valuesOf(draft.rules);
  const isInOrder = inOrder(present, String).every((value, index) => value === present[index]);
  if (next === draft || !isInOrder) return next;
  return withRules(next, arrangeRules(next.rules, field, inOrder(valuesOf(next.rules), String)));
}
