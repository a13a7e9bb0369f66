import { findFieldNameProblem, limits } from '@pgis/contract';
import { expect, test } from 'vitest';
import { demoGroups } from './demoLayers.ts';
import { nodeNames, toNamedField, withRuleNames } from './demoNames.ts';
import { demoObjects } from './demoObjects.ts';
import { translateGroup, translateObject, translateText } from './translateDemo.ts';

const objects = demoObjects();
const englishFields = new Set(demoGroups.flatMap(({ layers }) => layers.flatMap(({ fields }) => fields)));
/** Fields of the Latvian registers keep their name, and the tree species in them theirs. */
const registerFields = [
  'kadastrs',
  'valdosaSugaNosaukums',
  'valdosaSuga',
  'valdosasSugasVecums',
  'krajaUzHa',
  'bon',
  'aat',
];

test('in English the demo stays as it is written', () => {
  for (const group of demoGroups) expect(translateGroup(group, 'en')).toEqual(group);
  expect(objects.map((object) => translateObject(object, 'en'))).toEqual(objects);
});

test.each(['lv', 'ru'] as const)('in %s each name, description, field and rule is translated', (language) => {
  for (const group of demoGroups) {
    const { name, description, layers } = translateGroup(group, language);
    expect(name).not.toBe(group.name);
    expect(description).not.toBe(group.description);
    for (const [index, layer] of layers.entries()) {
      const english = group.layers[index];
      expect(layer.name).not.toBe(english?.name);
      expect(layer.description).not.toBe(english?.description);
      expect(layer.description.length).toBeLessThanOrEqual(limits.classifierDescriptionLength);
      expect(new Set(layer.fields).size).toBe(layer.fields.length);
      for (const field of layer.fields) {
        expect(englishFields.has(field)).toBe(registerFields.includes(field));
        expect(findFieldNameProblem(field)).toBeUndefined();
      }
      const rules = layer.style.labelRules ?? [];
      const named = rules.flatMap(({ rule = '' }) => /^data\.([^=]+)=/.exec(rule)?.[1] ?? []);
      expect(rules.length).toBe(named.length === 0 ? 0 : named.length + 1);
      expect(layer.fields).toEqual(expect.arrayContaining(named));
      const label = /\{data\.(.+?)\}/.exec(layer.style.objLabel ?? '')?.[1];
      if (label !== undefined) expect(layer.fields).toContain(label);
    }
  }
});

test.each(['lv', 'ru'] as const)(
  'in %s the objects fill the fields of their layer within the limits',
  (language) => {
    const layers = new Map(
      demoGroups
        .flatMap((group) => translateGroup(group, language).layers)
        .map((layer) => [layer.key, layer] as const),
    );
    for (const object of objects) {
      const translated = translateObject(object, language);
      expect(translated.description.length).toBeLessThanOrEqual(limits.topicLength);
      if (object.description !== '') expect(translated.description).not.toBe(object.description);
      expect(layers.get(object.layer)?.fields).toEqual(expect.arrayContaining(Object.keys(translated.data)));
    }
    // A rule compares with the value that the objects hold.
    const works = objects
      .filter(({ layer }) => layer === 'works')
      .map((one) => translateObject(one, language));
    const states = new Set(works.map(({ data }) => Object.values(data)[0]));
    const values = (layers.get('works')?.style.labelRules ?? []).flatMap(
      ({ rule = '' }) => rule.split('=')[1] ?? [],
    );
    expect(new Set(values)).toEqual(states);
  },
);

test('parts of a text are translated, and names in it stay', () => {
  expect(translateText('Stops: Āgenskalns, Mārupe', 'lv')).toBe('Pieturas: Āgenskalns, Mārupe');
  expect(translateText('Street tree, oak', 'ru')).toBe('Уличное дерево, дуб');
});

test('names of layers, fields and rules are there in each language besides that of the company', () => {
  expect(nodeNames('Road damage')).toEqual({
    en: 'Road damage',
    lv: translateText('Road damage', 'lv'),
    ru: translateText('Road damage', 'ru'),
  });
  expect(toNamedField('area_ha', 'en')).toEqual({
    ...{ name: 'area_ha', type: 'text' },
    names: { en: 'area_ha', lv: 'platība ha', ru: 'площадь га' },
  });
  expect(toNamedField('area_ha', 'lv').names).toEqual({ en: 'area ha', lv: 'platība_ha', ru: 'площадь га' });
  expect(toNamedField('kadastrs', 'en')).toEqual({ name: 'kadastrs', type: 'text' });
  for (const { style } of demoGroups.flatMap(({ layers }) => layers)) {
    const rules = withRuleNames(style, style, 'en').labelRules ?? [];
    for (const { rule = '', ruleNameEn, ruleNameLv, ruleNameRu } of rules) {
      expect(ruleNameEn).toBeUndefined();
      expect([typeof ruleNameLv, typeof ruleNameRu]).toEqual(
        rule === 'Default' ? ['undefined', 'undefined'] : ['string', 'string'],
      );
    }
  }
});
