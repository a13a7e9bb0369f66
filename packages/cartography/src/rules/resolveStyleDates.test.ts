import { expect, test } from 'vitest';
import { resolveStyleDates } from './resolveStyleDates.ts';

const resolve = (text: string) => resolveStyleDates(text, '2026-11-27');

test('relative dates become days; everything else of the style stays', () => {
  const weekOld = { condition: 'and', rules: [{ field: 'a', operator: 'olderThanDays', value: '7' }] };
  const rules = [
    { rule: 'data.a=old', later: 1, ruleConditions: weekOld },
    { rule: 'Default', lineWidth: '2' },
  ];
  expect(JSON.parse(resolve(JSON.stringify({ labelRules: rules, zz: null })))).toEqual({
    labelRules: [
      {
        ...rules[0],
        ruleConditions: { condition: 'and', rules: [{ field: 'a', operator: '<', value: '2026-11-20' }] },
      },
      rules[1],
    ],
    zz: null,
  });
});

test.each([
  '',
  'null',
  '{ "lineWidth": 2 }',
  '{"labelRules": [{"ruleConditions": {"condition":"and","rules":[{"field":"a","operator":">","value":"1"}]}}]}',
  '{"labelRules": [{"ruleConditions": {"rules":["today"]}}, 7]}',
  '{"labelRules": 1, "ruleConditions": "today"}',
])('%j stays as it is', (text) => expect(resolve(text)).toBe(text));
