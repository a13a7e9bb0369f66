import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRule, ruleLabel, ruleName } from './rule.ts';

describe('labels', () => {
  test.each([
    ['data.species=Egle', 'Egle'],
    ['data.a=b=c', 'b=c'],
    ['data.SHAPE.AREA=12', '12'],
    ['data.species=', '""'],
    ['data.species', '""'],
    ['data.species=  ', '""'],
  ])('RULE-14: %s is displayed as %s', (name, label) => {
    expect(ruleLabel(name, 'No name')).toBe(label);
  });

  test('RULE-15: a rule with no name is displayed with the no-name label', () => {
    expect(ruleLabel('', 'Bez nosaukuma')).toBe('Bez nosaukuma');
  });

  test('Default and names of other kinds are displayed as they are', () => {
    expect(ruleLabel('Default', '-')).toBe('Default');
    expect(ruleLabel('something else', '-')).toBe('something else');
  });
});

describe('names', () => {
  test('a field and a value, or a field alone for an empty value', () => {
    expect(ruleName('species', ' Egle ')).toBe('data.species=Egle');
    expect(ruleName('species', '  ')).toBe('data.species');
  });

  test('say the same when read', () => {
    const field = fc.string({ minLength: 1 }).filter((text) => !text.includes('='));
    fc.assert(
      fc.property(field, fc.string(), (name, value) => {
        expect(parseRule(ruleName(name, value))).toEqual({ kind: 'value', field: name, value: value.trim() });
      }),
    );
  });

  test.each(['Data.a=1', 'data.', 'data.=1', 'default', 'species=Egle'])('%s names no rule', (name) => {
    expect(parseRule(name)).toEqual({ kind: 'unknown', text: name });
  });
});
