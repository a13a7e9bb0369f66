import type { Language } from '@pgis/contract';
import type { DemoGroup, DemoStyle } from './demoLayers.ts';
import type { DemoObject } from './demoObjects.ts';
import { demoFields, demoTexts } from './demoTexts.ts';

/** Returns the text in the language. Parts after a comma or a colon are looked up by themselves; names stay. */
export function translateText(english: string, language: Language): string {
  if (language === 'en') return english;
  const translate = (text: string) => demoTexts[text]?.[language] ?? text;
  const whole = translate(english);
  if (whole !== english) return whole;
  return english
    .split(/(, |: )/)
    .map(translate)
    .join('');
}

export const translateField = (english: string, language: Language): string =>
  language === 'en' ? english : (demoFields[english]?.[language] ?? english);

function translateStyle(style: DemoStyle, language: Language): DemoStyle {
  const { objLabel, rule, labelRules } = style;
  return {
    ...style,
    ...(objLabel !== undefined && {
      objLabel: objLabel.replace(
        /\{data\.(\w+)\}/g,
        (_, field: string) => `{data.${translateField(field, language)}}`,
      ),
    }),
    ...(rule !== undefined && {
      rule: rule.replace(
        /^data\.(\w+)=(.*)$/,
        (_, field: string, value: string) =>
          `data.${translateField(field, language)}=${translateText(value, language)}`,
      ),
    }),
    ...(labelRules && { labelRules: labelRules.map((one) => translateStyle(one, language)) }),
  };
}

/** Translates names, descriptions, fields, rules and labels of a group and its layers. */
export const translateGroup = (group: DemoGroup, language: Language): DemoGroup => ({
  ...group,
  name: translateText(group.name, language),
  description: translateText(group.description, language),
  layers: group.layers.map((layer) => ({
    ...layer,
    name: translateText(layer.name, language),
    description: translateText(layer.description, language),
    fields: layer.fields.map((field) => translateField(field, language)),
    style: translateStyle(layer.style, language),
  })),
});

/** Translates the description and the field values; the name is an address or the name of a place. */
export const translateObject = (object: DemoObject, language: Language): DemoObject => ({
  ...object,
  description: translateText(object.description, language),
  data: Object.fromEntries(
    Object.entries(object.data).map(([field, value]) => [
      translateField(field, language),
      translateText(value, language),
    ]),
  ),
});
