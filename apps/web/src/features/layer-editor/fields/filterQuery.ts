import type { RuleGroupType } from 'react-querybuilder';
import type { LayerRuleset } from '../form/LayerValues.ts';

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

/** Converts it back. The builder allows nested groups; only one level is used here (LFLT-01). */
export const toFilter = ({ combinator, rules }: RuleGroupType): LayerRuleset => ({
  condition: combinator === 'or' ? 'or' : 'and',
  rules: rules.flatMap((rule) =>
    typeof rule === 'string' || 'rules' in rule
      ? []
      : [
          {
            fieldKey: rule.field,
            operator: rule.operator === '!=' ? ('!=' as const) : ('=' as const),
            value: String(rule.value ?? ''),
          },
        ],
  ),
});
