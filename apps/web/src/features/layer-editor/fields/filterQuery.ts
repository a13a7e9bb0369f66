import { type Operator, operandOf, operators } from '@pgis/conditions';
import type { RuleGroupType } from 'react-querybuilder';
import { withOperator } from '../../../layers/conditions/operatorChoices.ts';
import type { FilterRule, LayerRuleset } from '../form/LayerValues.ts';

/** LFLT-02: the operators of the specification, which are offered first. */
export const plainOperators = ['=', '!='] as const satisfies readonly Operator[];

export const isPlain = (operator: Operator): boolean => plainOperators.some((one) => one === operator);

/** DLG-07: the value trimmed. A span and a list are trimmed by line, and an end of a span stays on its line. */
export function trimValue({ operator, value }: Pick<FilterRule, 'operator' | 'value'>): string {
  const operand = operandOf[operator];
  if (operand !== 'span' && operand !== 'list') return value.trim();
  const text = value
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
  return operand === 'span' ? text : text.trim();
}

/** Converts the filter to the query builder's form, with fields by the keys of their rows. */
export const toQuery = ({ condition, rules }: LayerRuleset): RuleGroupType => ({
  combinator: condition,
  rules: rules.map(({ fieldKey, operator, value }, index) => ({
    id: `rule-${index}`,
    field: fieldKey,
    operator,
    value,
  })),
});

/**
 * Converts it back. The builder allows nested groups; only one level is used here (LFLT-01). A rule whose operator has
 * changed keeps its value only where the new one can take it; `before` are the rules by the order of `toQuery`.
 */
export const toFilter = (
  { combinator, rules }: RuleGroupType,
  before: readonly FilterRule[] = [],
): LayerRuleset => ({
  condition: combinator === 'or' ? 'or' : 'and',
  rules: rules.flatMap((rule) => {
    if (typeof rule === 'string' || 'rules' in rule) return [];
    const operator = operators.find((one) => one === rule.operator) ?? '=';
    const [, index] = /^rule-(\d+)$/.exec(rule.id ?? '') ?? [];
    const old = index === undefined ? undefined : before[Number(index)];
    const value = String(rule.value ?? '');
    const changed = old && old.operator !== operator ? withOperator(old, operator) : { operator, value };
    return [{ fieldKey: rule.field, operator, value: changed.value }];
  }),
});
