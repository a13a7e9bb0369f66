import type { GeomStyle } from '../style/propertyTable.ts';

type Tests = typeof import('./conditionTests.ts');
let tests: Tests;

/** Both throw a TypeError before `loadConditionTests` of the style is done. */
export const compileConditions: Tests['compileConditions'] = (conditions) =>
  tests.compileConditions(conditions);
export const addConditions: Tests['addConditions'] = (rules, choose) => tests.addConditions(rules, choose);

/** Loads the meaning of conditions if a rule of the style has any; most maps need none. An editor needs it for any style. */
export async function loadConditionTests(style?: GeomStyle): Promise<void> {
  if (!style || style.labelRules?.some(({ ruleConditions }) => ruleConditions))
    tests = await import('./conditionTests.ts');
}
