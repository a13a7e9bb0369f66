import type { Condition, FixedOperator, Ruleset } from './Condition.ts';
import { parseDays } from './operands.ts';
import { addDays } from './values/dateText.ts';

/** A condition that holds for the same objects on each day. */
export type FixedCondition = Condition<FixedOperator>;
export type FixedRuleset = Ruleset<FixedOperator>;

const span = (field: string, from: string, to: string): FixedCondition => ({
  field,
  operator: 'between',
  value: `${from}\n${to}`,
});

/**
 * Returns the condition with the days of `today` in place of a relative date; others stay as they are. The last and the
 * next N days include today; objects older than N days are those before the last N days.
 */
export function resolveDates({ field, operator, value }: Condition, today: string): FixedCondition {
  switch (operator) {
    case 'today':
      return span(field, today, today);
    case 'lastDays':
    case 'nextDays':
    case 'olderThanDays': {
      const days = parseDays(value);
      // A list without values holds for no object.
      if (days === undefined) return { field, operator: 'in', value: '' };
      if (operator === 'nextDays') return span(field, today, addDays(today, days));
      const start = addDays(today, -days);
      return operator === 'lastDays' ? span(field, start, today) : { field, operator: '<', value: start };
    }
    default:
      return { field, operator, value };
  }
}

export const resolveRuleset = ({ condition, rules }: Ruleset, today: string): FixedRuleset => ({
  condition,
  rules: rules.map((rule) => resolveDates(rule, today)),
});
