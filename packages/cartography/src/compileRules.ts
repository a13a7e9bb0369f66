import type { ObjectData } from './comparableText.ts';
import { fieldValue, toComparableText } from './comparableText.ts';
import type { GeomStyle } from './propertyTable.ts';
import { listRules } from './resolveStyle.ts';
import { parseRule } from './rule.ts';

/** The index of the rule, in `listRules(style)`, that draws an object with this data. */
export type RuleChooser = (data: ObjectData | null | undefined) => number;

/**
 * Top-down, first match wins, Default last (D-CLS-10). The rules are indexed by field and value, so an object costs one
 * look-up for each field that rules name, however many rules there are.
 */
export const compileRules = (style: GeomStyle): RuleChooser => {
  const names = listRules(style).map(({ rule }) => rule);
  const last = names.length - 1;
  const fields = [...indexRules(names)].map(([field, byValue]) => ({
    field,
    find: rememberValues(byValue, last),
  }));
  if (fields.length === 0) return () => last;
  return (data) => {
    let chosen = last;
    for (const { field, find } of fields) {
      const index = find(fieldValue(data, field));
      if (index < chosen) chosen = index;
    }
    return chosen;
  };
};

const MAX_REMEMBERED = 5_000;

/** The rule of a value as it stands in the data: many objects share few values, so most are compared only once. */
const rememberValues = (byValue: ReadonlyMap<string, number>, none: number): ((value: unknown) => number) => {
  const remembered = new Map<unknown, number>();
  return (value) => {
    const known = remembered.get(value);
    if (known !== undefined) return known;
    const index = byValue.get(toComparableText(value)) ?? none;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(value, index);
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

/** Whether one rule matches on its own; Default matches everything. */
export const matchRule = (name: string, data: ObjectData | null | undefined): boolean => {
  const rule = parseRule(name);
  if (rule.kind === 'value')
    return toComparableText(fieldValue(data, rule.field)) === toComparableText(rule.value);
  return rule.kind === 'default';
};
