import type { GeomStyle, StylePropertyName } from '../style/propertyTable.ts';

/** Property with the name of a rule in each language. */
export const RULE_NAME_PROPERTIES = {
  en: 'ruleNameEn',
  ru: 'ruleNameRu',
  lv: 'ruleNameLv',
} as const satisfies Readonly<Record<string, StylePropertyName>>;

export type RuleNameLanguage = keyof typeof RULE_NAME_PROPERTIES;

/** Names of a rule by language. */
export type RuleNames = Readonly<Record<RuleNameLanguage, string>>;

const PROPERTIES = Object.values(RULE_NAME_PROPERTIES);

/** Returns the names of a rule by language; '' where it has none. */
export const namesOfRule = ({ ruleNameEn = '', ruleNameRu = '', ruleNameLv = '' }: GeomStyle): RuleNames => ({
  en: ruleNameEn.trim(),
  ru: ruleNameRu.trim(),
  lv: ruleNameLv.trim(),
});

/** Returns the names that a rule has, as properties of a style. */
export const ruleNamesOf = (rule: GeomStyle): GeomStyle =>
  Object.fromEntries(PROPERTIES.flatMap((name) => (rule[name] === undefined ? [] : [[name, rule[name]]])));
