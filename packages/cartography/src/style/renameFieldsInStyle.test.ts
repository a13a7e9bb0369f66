import { describe, expect, test } from 'vitest';
import { type FieldChanges, renameFieldsInStyle } from './renameFieldsInStyle.ts';

const changes: FieldChanges = {
  renamed: new Map([['state', 'condition']]),
  removed: new Set(['age']),
  named: new Map([['Kind', 'kind']]),
};
const rename = (style: unknown) => JSON.parse(renameFieldsInStyle(JSON.stringify(style), changes)) as unknown;

describe('D-CLS-08: labels', () => {
  test.each([
    ['{state} {data.state}', '{data.condition} {data.condition}'],
    ['{ state }', '{data.condition}'],
    ['{age}{data.age} years', ' years'],
    ['{Kind}', '{data.kind}'],
    ['{name} {description} {other}', '{name} {description} {other}'],
    ['state', 'state'],
  ])('%s becomes %s', (objLabel, expected) => {
    expect(rename({ objLabel })).toEqual({ objLabel: expected });
    expect(rename({ labelRules: [{ rule: 'Default', objLabel }] })).toEqual({
      labelRules: [{ rule: 'Default', objLabel: expected }],
    });
  });

  test('a placeholder of the object itself is no field of that name', () => {
    const swapped = { renamed: new Map([['name', 'title']]), removed: new Set(['description']) };
    const text = '{"objLabel":"{name} {description} {data.name}"}';
    expect(renameFieldsInStyle(text, swapped)).toBe('{"objLabel":"{name} {description} {data.title}"}');
  });
});

describe('D-CLS-08: rules', () => {
  const renameRules = (...labelRules: unknown[]) => rename({ labelRules });

  test('conditions follow a renamed field, and a rule that asks for a removed one goes', () => {
    const conditionsOn = (...fields: string[]) => ({
      condition: 'or',
      rules: fields.map((field) => ({ field, operator: 'empty', value: '' })),
    });
    const rule = { rule: 'data.other=x', ruleConditions: conditionsOn('other', 'state') };
    expect(renameRules(rule, { ...rule, ruleConditions: conditionsOn('other', 'age') })).toEqual({
      labelRules: [{ ...rule, ruleConditions: conditionsOn('other', 'condition') }],
    });
  });

  test('a renamed rule keeps the key by which readers have switched it off', () => {
    expect(renameRules({ rule: 'data.state=good', lineWidth: 2 }, { rule: 'Default' })).toEqual({
      labelRules: [
        { rule: 'data.condition=good', lineWidth: 2, ruleKey: 'data.state=good' },
        { rule: 'Default' },
      ],
    });
    expect(
      renameRules({ rule: 'data.condition2=a', ruleKey: 'old' }, { rule: 'data.state', ruleKey: 'older' }),
    ).toEqual({
      labelRules: [
        { rule: 'data.condition2=a', ruleKey: 'old' },
        { rule: 'data.condition', ruleKey: 'older' },
      ],
    });
  });

  test('a renamed rule keeps its names in the legend, which are no fields', () => {
    const names = { ruleNameEn: 'state', ruleNameLv: '{state}' };
    expect(renameRules({ rule: 'data.state=good', ...names })).toEqual({
      labelRules: [{ rule: 'data.condition=good', ruleKey: 'data.state=good', ...names }],
    });
  });

  test('a rule that gets its first name back needs no key', () => {
    expect(renameRules({ rule: 'data.state=good', ruleKey: 'data.condition=good' })).toEqual({
      labelRules: [{ rule: 'data.condition=good' }],
    });
  });

  test('a rule that no reader knows by its old name takes the new one as its key', () => {
    expect(renameRules({ rule: 'data.Kind=oak', objLabel: '{Kind}' })).toEqual({
      labelRules: [{ rule: 'data.kind=oak', objLabel: '{data.kind}' }],
    });
  });

  test('rules on a removed field go, all others stay, also what is no rule', () => {
    const others = [{ rule: 'data.other=1' }, { rule: '' }, { rule: 'tree' }, 7, null, {}];
    expect(renameRules({ rule: 'data.age=7' }, { rule: 'data.age' }, ...others)).toEqual({
      labelRules: others,
    });
  });
});

test('D-CLS-18: a style that names none of the fields is the same, byte for byte', () => {
  for (const text of [
    '{ "objLabel" : "{name}" , "labelRules": [ {"rule":"data.other=1"} ] }',
    '{"labelRules":"none"}',
    '[{"rule":"data.age=1"}]',
    'null',
    '7',
    '{',
    '',
  ])
    expect(renameFieldsInStyle(text, changes)).toBe(text);
});

test('D-CLS-08: sizes follow a renamed field, and end with a removed one', () => {
  const rename = (sizeField: string) =>
    renameFieldsInStyle(JSON.stringify({ sizeField, sizeMax: 9 }), {
      renamed: new Map([['votes', 'upvotes']]),
      removed: new Set(['age']),
    });
  expect(JSON.parse(rename('votes'))).toEqual({ sizeField: 'upvotes', sizeMax: 9 });
  expect(JSON.parse(rename('age'))).toEqual({ sizeField: '', sizeMax: 9 });
  expect(rename('other')).toBe('{"sizeField":"other","sizeMax":9}');
});
