import type { StyleValues } from '../style/propertyTable.ts';
import { parseRule } from './rule.ts';

/** Returns the fields of `data` by which a rule chooses objects; none for Default and names without meaning. */
export const listFieldsOfRule = ({
  rule,
  ruleConditions,
}: Pick<StyleValues, 'rule' | 'ruleConditions'>): readonly string[] => {
  const parsed = parseRule(rule);
  if (parsed.kind !== 'value') return [];
  return ruleConditions ? [...new Set(ruleConditions.rules.map(({ field }) => field))] : [parsed.field];
};
