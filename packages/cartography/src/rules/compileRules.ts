import type { ObjectData } from '@pgis/conditions';
import { fieldValue, parseNumberText, toComparableText } from '@pgis/conditions';
import { addConditions, compileConditions } from '#conditionTests';
import type { GeomStyle, StyleValues } from '../style/propertyTable.ts';
import { listRules } from '../style/resolveStyle.ts';
import type { RuleChooser } from './RuleChooser.ts';
import { parseRule } from './rule.ts';
import { isInRange, parseRuleRange, type RuleRange } from './ruleRange.ts';

/** Rules of one field: by their values, and those for a range of numbers in their order. */
type FieldRules = {
  readonly byValue: ReadonlyMap<string, number>;
  readonly ranges: readonly { readonly index: number; readonly range: RuleRange }[];
};

/**
 * Compiles the rules: top-down, first match wins, Default last (D-CLS-10). They are indexed by field and value, so an
 * object costs one look-up per field that rules name, however many rules there are.
 */
export const compileRules = (style: GeomStyle): RuleChooser => {
  const rules = listRules(style);
  const choose = compilePlainRules(rules);
  return rules.some(({ ruleConditions }) => ruleConditions) ? addConditions(rules, choose) : choose;
};

/** Rules with conditions are left out. */
const compilePlainRules = (rules: readonly RuleOfObjects[]): RuleChooser => {
  const last = rules.length - 1;
  const fields = [...indexRules(rules)].map(([field, indexed]) => ({
    field,
    find: cacheByValue(indexed, last),
  }));
  return (data) => {
    let firstMatch = last;
    for (const { field, find } of fields) {
      const index = find(fieldValue(data, field));
      if (index < firstMatch) firstMatch = index;
    }
    return firstMatch;
  };
};

const MAX_CACHED_VALUES = 5_000;

/**
 * Caches the rule of each value: objects share few values, so most are compared once. A plain Map, because it is read for
 * every rendered object, where `lru-cache` takes twice as long (docs/decisions/0037).
 */
const cacheByValue = (rules: FieldRules, none: number): ((value: unknown) => number) => {
  const cache = new Map<unknown, number>();
  return (value) => {
    const cached = cache.get(value);
    if (cached !== undefined) return cached;
    const index = Math.min(
      rules.byValue.get(toComparableText(value)) ?? none,
      findRange(rules, value) ?? none,
    );
    if (cache.size >= MAX_CACHED_VALUES) cache.clear();
    cache.set(value, index);
    return index;
  };
};

const findRange = ({ ranges }: FieldRules, value: unknown): number | undefined => {
  if (ranges.length === 0) return undefined;
  const number = parseNumberText(value);
  return number === undefined ? undefined : ranges.find(({ range }) => isInRange(range, number))?.index;
};

const indexRules = (rules: readonly RuleOfObjects[]): ReadonlyMap<string, FieldRules> => {
  const byField = new Map<string, { byValue: Map<string, number>; ranges: FieldRules['ranges'][number][] }>();
  for (const [index, { rule: name, ruleRange, ruleConditions }] of rules.entries()) {
    const rule = parseRule(name);
    if (rule.kind !== 'value' || ruleConditions) continue;
    const found = byField.get(rule.field) ?? { byValue: new Map<string, number>(), ranges: [] };
    byField.set(rule.field, found);
    const range = parseRuleRange(ruleRange);
    const value = toComparableText(rule.value);
    if (range) found.ranges.push({ index, range });
    else if (!found.byValue.has(value)) found.byValue.set(value, index);
  }
  return byField;
};

type RuleOfObjects = Pick<StyleValues, 'rule' | 'ruleRange' | 'ruleConditions'>;

/** True when the rule, taken alone, matches the object; Default matches every object. */
export const matchRule = (
  { rule: name, ruleRange, ruleConditions }: RuleOfObjects,
  data: ObjectData | null | undefined,
): boolean => {
  const rule = parseRule(name);
  if (rule.kind !== 'value') return rule.kind === 'default';
  if (ruleConditions) return compileConditions(ruleConditions)(data);
  const value = fieldValue(data, rule.field);
  const range = parseRuleRange(ruleRange);
  if (range === undefined) return toComparableText(value) === toComparableText(rule.value);
  const number = parseNumberText(value);
  return number !== undefined && isInRange(range, number);
};
