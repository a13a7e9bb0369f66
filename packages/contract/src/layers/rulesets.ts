import { type Operator, operators } from '@pgis/conditions';
import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { closed } from '../primitives.ts';

/** The specification's `=` and `!=`, and those that the conditions package adds. */
export const ConditionOperator = Type.Unsafe<Operator>({ type: 'string', enum: [...operators] });

const combinator = Type.Union([Type.Literal('and'), Type.Literal('or')]);

/** Conditions on fields: the filter of a layer (D-CLS-06) and of a custom report (D-REP-03). */
export const Ruleset = Type.Object({
  condition: combinator,
  rules: Type.Array(Type.Object({ field: Type.String(), operator: ConditionOperator, value: Type.String() })),
});
export type Ruleset = Static<typeof Ruleset>;

export const RulesetChange = closed({
  condition: combinator,
  rules: Type.Array(
    closed({
      field: Type.String({ maxLength: limits.data.keyLength }),
      operator: ConditionOperator,
      value: Type.String({ maxLength: limits.data.valueLength }),
    }),
    { maxItems: limits.filterRules },
  ),
});
