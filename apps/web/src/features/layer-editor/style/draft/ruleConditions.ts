import { type GeomStyle, parseRule, parseRuleRange, ruleName } from '@pgis/cartography';
import type { Condition, Ruleset } from '@pgis/conditions';
import { ruleAt, type StyleDraft } from './StyleDraft.ts';

/** Bounds of a range as conditions, which are the same comparison of numbers. */
function rangeConditions(field: string, ruleRange: string): readonly Condition[] {
  const range = parseRuleRange(ruleRange);
  if (range === undefined) return [];
  const { from, to, includesTo } = range;
  const conditions: Condition[] = [];
  if (from !== undefined) conditions.push({ field, operator: '>=', value: String(from) });
  if (to !== undefined) conditions.push({ field, operator: includesTo ? '<=' : '<', value: String(to) });
  return conditions;
}

/** Returns what a rule demands of an object, as conditions: a rule for a value is one comparison with it. */
export function conditionsOf({ rule = '', ruleRange = '', ruleConditions }: GeomStyle): Ruleset {
  if (ruleConditions) return ruleConditions;
  const parsed = parseRule(rule);
  if (parsed.kind !== 'value') return { condition: 'and', rules: [] };
  const { field, value } = parsed;
  const bounds = rangeConditions(field, ruleRange);
  return { condition: 'and', rules: bounds.length > 0 ? bounds : [{ field, operator: '=', value }] };
}

/**
 * Sets the conditions of the selected rule; `textOf` names them after the field of the first. One comparison with `=` is
 * a rule of the specification, for a value.
 */
export function setConditions(
  draft: StyleDraft,
  conditions: Ruleset,
  textOf: (conditions: Ruleset) => string,
): StyleDraft {
  const { selected, rules } = draft;
  const [first, ...others] = conditions.rules;
  if (selected === 'default' || first === undefined) return draft;
  const { ruleConditions: _conditions, ruleRange: _range, ruleKey: _key, ...rest } = ruleAt(draft, selected);
  const isForValue = first.operator === '=' && others.length === 0;
  const changed: GeomStyle = isForValue
    ? { ...rest, rule: ruleName(first.field, first.value) }
    : { ...rest, rule: ruleName(first.field, textOf(conditions)), ruleConditions: conditions };
  return { ...draft, isChanged: true, rules: rules.with(selected, changed) };
}
