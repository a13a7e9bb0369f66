import type { ObjectData } from '../objectData.ts';
import { fieldValue, toComparableText } from '../objectData.ts';

/**
 * Filter of a layer: with `and` all rules hold, with `or` at least one; without rules it matches every object.
 */
export type Ruleset = {
  readonly condition: 'and' | 'or';
  readonly rules: readonly {
    readonly field: string;
    readonly operator: '=' | '!=';
    readonly value: string;
  }[];
};

/**
 * D-CLS-06: `=` and `!=` compare like `toComparableText`; `!=` is exactly the opposite of `=`, also for an object
 * without the field (in SQL: `coalesce` before comparing, never `IS NULL` logic).
 */
export const matchesRuleset = (
  ruleset: Ruleset | null | undefined,
  data: ObjectData | null | undefined,
): boolean => {
  if (!ruleset || ruleset.rules.length === 0) return true;
  const holds = ({ field, operator, value }: Ruleset['rules'][number]): boolean =>
    (toComparableText(fieldValue(data, field)) === toComparableText(value)) === (operator === '=');
  return ruleset.condition === 'or' ? ruleset.rules.some(holds) : ruleset.rules.every(holds);
};
