import type { ObjectData } from '../objectData.ts';
import { fieldValue, toComparableText } from '../objectData.ts';
import type { GeomStyle } from '../style/propertyTable.ts';
import { listRules } from '../style/resolveStyle.ts';
import { parseRule } from './rule.ts';

/** Returns the index, in `listRules(style)`, of the rule that draws an object with this data. */
export type RuleChooser = (data: ObjectData | null | undefined) => number;

/**
 * Compiles the rules: top-down, first match wins, Default last (D-CLS-10). They are indexed by field and value, so an
 * object costs one look-up per field that rules name, however many rules there are.
 */
export const compileRules = (style: GeomStyle): RuleChooser => {
  const names = listRules(style).map(({ rule }) => rule);
  const last = names.length - 1;
  const fields = [...indexRules(names)].map(([field, byValue]) => ({
    field,
    find: cacheByValue(byValue, last),
  }));
  if (fields.length === 0) return () => last;
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
const cacheByValue = (byValue: ReadonlyMap<string, number>, none: number): ((value: unknown) => number) => {
  const cache = new Map<unknown, number>();
  return (value) => {
    const cached = cache.get(value);
    if (cached !== undefined) return cached;
    const index = byValue.get(toComparableText(value)) ?? none;
    if (cache.size >= MAX_CACHED_VALUES) cache.clear();
    cache.set(value, index);
    return index;
  };
};

const indexRules = (names: readonly string[]): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const byField = new Map<string, Map<string, number>>();
  for (const [index, name] of names.entries()) {
    const rule = parseRule(name);
    if (rule.kind !== 'value') continue;
    const byValue = byField.get(rule.field) ?? new Map<string, number>();
    byField.set(rule.field, byValue);
    const value = toComparableText(rule.value);
    if (!byValue.has(value)) byValue.set(value, index);
  }
  return byField;
};

/** True when the rule, taken alone, matches the object; Default matches every object. */
export const matchRule = (name: string, data: ObjectData | null | undefined): boolean => {
  const rule = parseRule(name);
  if (rule.kind === 'value')
    return toComparableText(fieldValue(data, rule.field)) === toComparableText(rule.value);
  return rule.kind === 'default';
};
