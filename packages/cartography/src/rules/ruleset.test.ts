import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesRuleset, type Ruleset } from './ruleset.ts';

const is = (field: string, value: string) => ({ field, operator: '=' as const, value });
const isNot = (field: string, value: string) => ({ field, operator: '!=' as const, value });

test.each<[Ruleset, Record<string, unknown>, boolean]>([
  [{ condition: 'and', rules: [] }, {}, true],
  [{ condition: 'or', rules: [] }, {}, true],
  [{ condition: 'and', rules: [is('a', ' x ')] }, { a: 'X' }, true],
  [{ condition: 'and', rules: [is('a', '')] }, {}, true],
  [{ condition: 'and', rules: [is('a', '')] }, { a: null }, true],
  [{ condition: 'and', rules: [isNot('a', 'x')] }, {}, true],
  [{ condition: 'and', rules: [isNot('a', '')] }, {}, false],
  [{ condition: 'and', rules: [is('a', '5')] }, { a: 5 }, true],
  [{ condition: 'and', rules: [is('a', 'x'), is('b', 'y')] }, { a: 'x', b: 'z' }, false],
  [{ condition: 'or', rules: [is('a', 'x'), is('b', 'y')] }, { a: 'x', b: 'z' }, true],
  [{ condition: 'or', rules: [is('a', 'x'), is('b', 'y')] }, {}, false],
])('%j of %j', (ruleset, data, matches) => {
  expect(matchesRuleset(ruleset, data)).toBe(matches);
});

test('!= is exactly the opposite of =', () => {
  const text = fc.constantFrom('', ' ', 'a', 'A', ' a', 'b', '0');
  const value = fc.oneof(text, fc.constantFrom(undefined, null, 0, false));
  fc.assert(
    fc.property(text, value, (ruleValue, fieldValue) => {
      const equal = matchesRuleset({ condition: 'and', rules: [is('f', ruleValue)] }, { f: fieldValue });
      expect(matchesRuleset({ condition: 'and', rules: [isNot('f', ruleValue)] }, { f: fieldValue })).toBe(
        !equal,
      );
    }),
  );
});

test('no ruleset shows everything', () => {
  expect(matchesRuleset(null, { a: 1 })).toBe(true);
  expect(matchesRuleset(undefined, null)).toBe(true);
});
