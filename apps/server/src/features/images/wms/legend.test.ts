import { expect, test } from 'vitest';
import { registerImageFonts } from '../../../rendering/draw/registerFonts.ts';
import { renderLegend } from '../../../rendering/draw/renderLegend.ts';
import { legendSize } from '../../../rendering/job/LegendJob.ts';
import { type LegendTexts, listLegend } from './legend.ts';

const texts: LegendTexts = {
  language: 'lv',
  noName: '',
  themeText: (text) => text,
  kindNames: { 1: '', 2: '', 3: '' },
};
const listSizes = (sizeMax: number) =>
  listLegend(
    {
      name: 'Trees',
      names: {},
      companyLanguage: 'en',
      layerFields: [{ name: 'height', type: 'text', names: { en: 'Height', lv: 'Augstums' } }],
      geomStyle: JSON.stringify({ sizeField: 'height', sizeFrom: 0, sizeTo: 80, sizeMax }),
    },
    1,
    texts,
  );

test('a legend is wide enough for the numbers beside large symbols', () => {
  expect(legendSize(listSizes(16)).width).toBe(240);
  registerImageFonts();
  const legend = listSizes(256);
  const { width, height, pixels } = renderLegend({
    legend,
    pixelRatio: 1,
    background: '#ffffff',
    format: 'pixels',
  });
  expect({ width, height }).toEqual(legendSize(legend));
  // The largest symbol ends at about 260 pixels, the lines to the numbers 22 pixels after it.
  const isText = (value: number, i: number) => i % 4 === 0 && (i / 4) % width > 284 && value < 128;
  expect(pixels.filter(isText).length).toBeGreaterThan(20);
});

test('the sizes stand below the name of their field in the language of the reader', () => {
  expect(listSizes(16).map(({ label }) => label)).toEqual(['Trees', 'Augstums']);
});
