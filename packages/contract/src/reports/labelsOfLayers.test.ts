import { expect, test } from 'vitest';
import type { LayerField } from '../layers/classifiers.ts';
import { labelsOfLayers } from './labelsOfLayers.ts';

const aLayer = (...layerFields: LayerField[]) => ({ layerFields, companyLanguage: 'en' as const });
const list = (names: object): LayerField['schema'] => ({ type: 'list', values: [{ value: 'oak', names }] });

test('the first layer that names a field or a value names it for all of them', () => {
  const { of, ofValue } = labelsOfLayers(
    [
      aLayer({ name: 'species', type: 'text' }),
      aLayer({ name: 'species', type: 'text', names: { lv: 'Suga' }, schema: list({}) }),
      aLayer({ name: 'species', type: 'text', names: { lv: 'Koks' }, schema: list({ lv: 'ozols' }) }),
    ],
    'lv',
  );
  expect(['species', 'height'].map(of)).toEqual(['Suga', 'height']);
  expect(ofValue('species', 'oak')).toBe('ozols');
  expect([ofValue('species', 'ash'), ofValue('height', 'oak')]).toEqual(['ash', 'oak']);
});
