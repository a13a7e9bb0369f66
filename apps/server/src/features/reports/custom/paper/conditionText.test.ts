import { fileURLToPath } from 'node:url';
import { operators } from '@pgis/conditions';
import { labelsOfLayers, languages } from '@pgis/contract';
import { expect, test } from 'vitest';
import { conditionText } from './conditionText.ts';
import { readWebTexts } from './readWebTexts.ts';

const folder = fileURLToPath(new URL('../../../../../../web/public/assets/i18n', import.meta.url));
const values = [{ value: 'oak', names: { lv: 'ozols' } }];
const layers = [
  {
    companyLanguage: 'en' as const,
    layerFields: [
      {
        name: 'species',
        type: 'text' as const,
        names: { lv: 'suga' },
        schema: { type: 'list' as const, values },
      },
    ],
  },
];
const inLanguage = (language: (typeof languages)[number]) => ({
  texts: readWebTexts(folder, language),
  labels: labelsOfLayers(layers, language),
});

test.each([
  ['=', 'oak', 'suga = ozols'],
  ['contains', 'oa', 'suga satur „oa”'],
  ['in', 'oak\nash', 'suga ir viens no: ozols, ash'],
  ['between', '2026-01-31\n2026-02-01T08:00', 'suga 31.01.2026–01.02.2026 08:00'],
  ['>=', '2.5', 'suga ≥ 2.5'],
  ['lastDays', '21', 'suga pēdējā 21 dienā'],
  ['lastDays', '7', 'suga pēdējās 7 dienās'],
  ['notEmpty', '', 'suga nav tukšs'],
] as const)('%s %j is %s', (operator, value, text) => {
  expect(conditionText({ field: 'species', operator, value }, inLanguage('lv'))).toBe(text);
});

test.each(languages)('every operator has a text in %s', (language) => {
  const reader = inLanguage(language);
  for (const operator of operators)
    expect(conditionText({ field: 'species', operator, value: '5' }, reader)).not.toMatch(/undefined|\{\{/);
});
