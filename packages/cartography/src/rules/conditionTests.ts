import {
  companyDay,
  compileRuleset,
  fieldValue,
  type ObjectTest,
  operators,
  type Ruleset,
} from '@pgis/conditions';
import type { GeomStyle, StyleValues } from '../style/propertyTable.ts';
import { listFieldsOfRule } from './listFieldsOfRule.ts';
import type { RuleChooser } from './RuleChooser.ts';

/** Prepares the conditions of a rule; dates are relative to the day of the call. */
export const compileConditions = (conditions: Ruleset): ObjectTest =>
  isComplete(conditions) ? compileRuleset(conditions, companyDay(new Date())) : () => false;

/** False for conditions that are stored although they cannot be tested, which hold for no object. */
const isComplete = ({ rules }: Ruleset): boolean =>
  rules.every(
    ({ field, operator, value }) =>
      typeof field === 'string' && typeof value === 'string' && operators.includes(operator),
  );

interface IndexedTest {
  readonly index: number;
  readonly meets: ObjectTest;
}

/**
 * Adds the rules with conditions to a chooser of all others. Those on one field compare each value of it once; those on
 * several fields are tested one by one, as far as the first match.
 */
export function addConditions(
  rules: readonly Pick<StyleValues, 'rule' | 'ruleConditions'>[],
  choosePlain: RuleChooser,
): RuleChooser {
  const byField = new Map<string, IndexedTest[]>();
  const mixed: IndexedTest[] = [];
  for (const [index, rule] of rules.entries()) {
    const [field, ...others] = listFieldsOfRule(rule);
    if (!rule.ruleConditions || field === undefined) continue;
    const tests = others.length > 0 ? mixed : (byField.get(field) ?? []);
    tests.push({ index, meets: compileConditions(rule.ruleConditions) });
    if (tests !== mixed) byField.set(field, tests);
  }
  const fields = [...byField].map(([field, tests]) => ({ field, find: cacheByValue(field, tests) }));
  return (data) => {
    let firstMatch = choosePlain(data);
    for (const { field, find } of fields) firstMatch = Math.min(firstMatch, find(fieldValue(data, field)));
    return mixed.find(({ index, meets }) => index < firstMatch && meets(data))?.index ?? firstMatch;
  };
}

const MAX_CACHED_VALUES = 5_000;

function cacheByValue(field: string, tests: readonly IndexedTest[]): (value: unknown) => number {
  const cache = new Map<unknown, number>();
  return (value) => {
    const cached = cache.get(value);
    if (cached !== undefined) return cached;
    const index = tests.find(({ meets }) => meets({ [field]: value }))?.index ?? Infinity;
    if (cache.size >= MAX_CACHED_VALUES) cache.clear();
    cache.set(value, index);
    return index;
  };
}

/** Loads nothing: only browsers load the meaning of conditions later. */
export const loadConditionTests = async (_style?: GeomStyle): Promise<void> => {};
