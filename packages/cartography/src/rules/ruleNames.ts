import type { GeomStyle, StylePropertyName } from '../style/propertyTable.ts';

/** Property with the name of a rule in each language. English is first, because it replaces a missing name. */
export const RULE_NAME_PROPERTIES = {
  en: 'ruleNameEn',
  ru: 'ruleNameRu',
  lv: 'ruleNameLv',
} as const satisfies Readonly<Record<string, StylePropertyName>>;

export type RuleNameLanguage = keyof typeof RULE_NAME_PROPERTIES;

const PROPERTIES = Object.values(RULE_NAME_PROPERTIES);

/** Returns the name of a rule in a language, else in English, else in any other; undefined without a name. */
export const findRuleName = (rule: GeomStyle, language: RuleNameLanguage): string | undefined =>
  [RULE_NAME_PROPERTIES[language], ...PROPERTIES]
    .map((property) => rule[property]?.trim() ?? '')
    .find((name) => name !== '');

/** Returns the names that a rule has, as properties of a style. */
export const ruleNamesOf = (rule: GeomStyle): GeomStyle =>
  Object.fromEntries(PROPERTIES.flatMap((name) => (rule[name] === undefined ? [] : [[name, rule[name]]])));
