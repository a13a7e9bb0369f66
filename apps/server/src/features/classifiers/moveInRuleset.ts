import type { Ruleset } from '@pgis/contract';
import type { KeyMoves } from './planFieldChanges.ts';

/** D-CLS-08: the ruleset with renamed fields, without the rules on removed ones. */
export function moveInRuleset(ruleset: Ruleset | null, { renamed, removed }: KeyMoves): Ruleset | null {
  if (ruleset === null) return null;
  const rules = ruleset.rules
    .filter(({ field }) => !removed.has(field))
    .map((rule) => ({ ...rule, field: renamed.get(rule.field) ?? rule.field }));
  return { ...ruleset, rules };
}
