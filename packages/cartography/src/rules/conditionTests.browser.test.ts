import { expect, test } from 'vitest';
import { compileConditions, loadConditionTests } from './conditionTests.browser.ts';

const conditions = { condition: 'and', rules: [{ field: 'a', operator: '>', value: '1' }] } as const;

test('a browser loads the meaning of conditions with the first style that has any', async () => {
  await loadConditionTests({ labelRules: [{ rule: 'data.a=1' }] });
  expect(() => compileConditions(conditions)).toThrow(TypeError);
  await loadConditionTests({ labelRules: [{ rule: 'data.a=more', ruleConditions: conditions }] });
  expect([{ a: '2' }, { a: '1' }].map(compileConditions(conditions))).toEqual([true, false]);
});
