import { type Language, type LayerField, type LocalizedNames, languages } from '@pgis/contract';
import type { DemoStyle } from './demoLayers.ts';
import { translateField, translateText } from './translateDemo.ts';

/** Names of the demo in all languages, so that each reader has theirs whatever the language of its company. */

type Translate = (english: string, language: Language) => string;

const namesIn = (english: string, translate: Translate, among: readonly Language[]): LocalizedNames =>
  Object.fromEntries(among.map((language) => [language, translate(english, language)]));

/** Names of a group or layer. */
export const nodeNames = (english: string): LocalizedNames => namesIn(english, translateText, languages);

/**
 * A field by its English name, with display names in all languages if it has another one in any: a reader whose language has
 * none would get that of any other.
 */
export function toNamedField(english: string, language: Language): LayerField {
  const name = translateField(english, language);
  const others = languages.filter((one) => translateField(english, one) !== name);
  const names = namesIn(english, (field, one) => translateField(field, one).replaceAll('_', ' '), others);
  return { name, type: 'text', ...(others.length > 0 && { names: { ...names, [language]: name } }) };
}

const ruleNames = { en: 'ruleNameEn', lv: 'ruleNameLv', ru: 'ruleNameRu' } as const satisfies Record<
  Language,
  string
>;

/** Adds names in the other languages to the rules of a translated style. */
export function withRuleNames(style: DemoStyle, english: DemoStyle, language: Language): DemoStyle {
  if (style.labelRules === undefined) return style;
  const others = languages.filter((one) => one !== language);
  const labelRules = style.labelRules.map((rule, index) => {
    const value = /^data\.\w+=(.*)$/.exec(english.labelRules?.[index]?.rule ?? '')?.[1];
    if (value === undefined) return rule;
    return {
      ...rule,
      ...Object.fromEntries(others.map((one) => [ruleNames[one], translateText(value, one)])),
    };
  });
  return { ...style, labelRules };
}
