// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { listAttributions } from './listAttributions.ts';

test('the attributions of the visible layers, each once', () => {
  const layers = [
    { id: 1, sourceJson: '{"attributions":["GSHHG","Natural Earth"]}' },
    { id: 2, sourceJson: '{"attributions":"© OpenStreetMap contributors"}' },
    { id: 3, sourceJson: '{"attributions":["Natural Earth"]}' },
    { id: 4, sourceJson: 'broken' },
  ];
  expect(listAttributions(layers, [1, 3, 4])).toEqual(['GSHHG', 'Natural Earth']);
  expect(listAttributions(layers, [2])).toEqual(['© OpenStreetMap contributors']);
});
