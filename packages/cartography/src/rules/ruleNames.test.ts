import { describe, expect, test } from 'vitest';
import { listRules } from '../style/resolveStyle.ts';
import { namesOfRule, RULE_NAME_PROPERTIES, ruleNamesOf } from './ruleNames.ts';

const all = { ruleNameEn: 'Spruce', ruleNameRu: 'Ель', ruleNameLv: 'Egle' };

describe('the names of a rule', () => {
  test('names are read by language, without blanks around them', () => {
    expect(namesOfRule({ ...all, ruleNameRu: ' Ель ' })).toEqual({ en: 'Spruce', ru: 'Ель', lv: 'Egle' });
    expect(namesOfRule({ rule: 'data.species=Egle' })).toEqual({ en: '', ru: '', lv: '' });
    expect(Object.keys(RULE_NAME_PROPERTIES)).toEqual(['en', 'ru', 'lv']);
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
