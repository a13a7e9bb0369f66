import { describe, expect, test } from 'vitest';
import { listRules } from '../style/resolveStyle.ts';
import { findRuleName, RULE_NAME_PROPERTIES, ruleNamesOf } from './ruleNames.ts';

const all = { ruleNameEn: 'Spruce', ruleNameRu: 'Ель', ruleNameLv: 'Egle' };

describe('the name of a rule', () => {
  test.each([
    [all, ['Spruce', 'Ель', 'Egle']],
    [{ ...all, ruleNameRu: ' ' }, ['Spruce', 'Spruce', 'Egle']],
    [{ ruleNameLv: ' Egle ' }, ['Egle', 'Egle', 'Egle']],
    [{ ruleNameEn: '', ruleNameRu: 'Ель', ruleNameLv: 'Egle' }, ['Ель', 'Ель', 'Egle']],
    [{ rule: 'data.species=Egle', ruleNameEn: '' }, [undefined, undefined, undefined]],
  ])('%j is in the language of the reader, else in English, else in any other', (rule, names) => {
    const languages = ['en', 'ru', 'lv'] as const;
    expect(Object.keys(RULE_NAME_PROPERTIES)).toEqual(languages);
    expect(languages.map((language) => findRuleName(rule, language))).toEqual(names);
  });

  test('names alone are taken from a style, those that are empty too', () => {
    expect(ruleNamesOf({ ...all, ruleNameRu: '', rule: 'data.a=1', lineWidth: 2 })).toEqual({
      ...all,
      ruleNameRu: '',
    });
    expect(ruleNamesOf({ lineWidth: 2 })).toEqual({});
  });
});

test('names at the top of a style are those of Default, and no other rule takes them', () => {
  const named = { ruleNameEn: 'Others', labelRules: [{ rule: 'data.a=1' }, { rule: 'Default' }] };
  expect(listRules(named).map(({ ruleNameEn }) => ruleNameEn)).toEqual(['', 'Others']);
  const both = { ...named, labelRules: [{ rule: 'Default', ruleNameEn: 'Rest' }] };
  expect(listRules(both).map(({ ruleNameEn }) => ruleNameEn)).toEqual(['Rest']);
});
