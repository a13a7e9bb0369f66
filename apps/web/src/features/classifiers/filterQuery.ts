import type { RuleGroupType } from 'react-querybuilder';
import type { LayerFilter } from './ClassifierValues.ts';

/** The filter as the query builder holds it: fields by the keys of their rows. */
export const toQuery = ({ condition, rules }: LayerFilter): RuleGroupType => ({
  combinator: condition,
  rules: rules.map(({ fieldKey, operator, value }, index) => ({
    id: `rule-${index}`,
    field: fieldKey,
    operator,
    value,
  })),
});

/** Back again. The builder knows groups within groups; here is only one level (LFLT-01). */
export const toFilter = ({ combinator, rules }: RuleGroupType): LayerFilter => ({
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
