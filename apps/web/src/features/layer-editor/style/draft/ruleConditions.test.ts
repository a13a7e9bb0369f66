import type { Ruleset } from '@pgis/conditions';
import { expect, test } from 'vitest';
import { selectRule } from './changeStyle.ts';
import { conditionsOf, setConditions } from './ruleConditions.ts';
import { openStyle, toStyle } from './StyleDraft.ts';

const all = (...rules: Ruleset['rules']): Ruleset => ({ condition: 'and', rules });

test('a rule for a value or a range reads as conditions', () => {
  expect(conditionsOf({ rule: 'data.a=oak' })).toEqual(all({ field: 'a', operator: '=', value: 'oak' }));
  expect(conditionsOf({ rule: 'data.a=10–20', ruleRange: '[10,20)' })).toEqual(
    all({ field: 'a', operator: '>=', value: '10' }, { field: 'a', operator: '<', value: '20' }),
  );
  expect(conditionsOf({ rule: 'data.a=low', ruleRange: '[,5]' })).toEqual(
    all({ field: 'a', operator: '<=', value: '5' }),
  );
  expect(conditionsOf({ rule: 'odd' }).rules).toEqual([]);
});

test('one comparison with = is a rule of the specification; others name it and replace its range', () => {
  const stored = JSON.stringify({
    labelRules: [
      { rule: 'data.a=10–20', ruleRange: '[10,20)', ruleKey: 'data.old=10–20', ruleNameEn: 'Young' },
    ],
  });
  const draft = selectRule(openStyle(stored), 0);
  const savedRule = (conditions: Ruleset) =>
    toStyle(setConditions(draft, conditions, () => 'text')).labelRules?.[0];
  const more = all({ field: 'b', operator: '>', value: '5' }, { field: 'a', operator: '=', value: '1' });
  expect(savedRule(more)).toEqual({ rule: 'data.b=text', ruleConditions: more, ruleNameEn: 'Young' });
  const value = all({ field: 'b', operator: '=', value: ' oak ' });
  expect(savedRule(value)).toEqual({ rule: 'data.b=oak', ruleNameEn: 'Young' });
  expect(setConditions(draft, all(), () => '')).toBe(draft);
});
