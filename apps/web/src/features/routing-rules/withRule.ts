import type { RoutingRuleBody } from '@pgis/contract';

/** The list with a rule in its place, or at the end if it is new. */
export const withRule = (
  rules: readonly RoutingRuleBody[],
  rule: RoutingRuleBody,
): readonly RoutingRuleBody[] => {
  const index = rules.findIndex(({ id }) => id !== undefined && id === rule.id);
  return index < 0 ? [...rules, rule] : rules.with(index, rule);
};
