import { parseColor, parseGeomStyle } from '@pgis/cartography';
import { describe, expect, test } from 'vitest';
import { paintGenerated } from './paintGenerated.ts';
import { findRamp, inOrderOfValues, RAMPS } from './ramps.ts';
import { readGenerated } from './readGenerated.ts';

const answer = JSON.stringify({
  LabelRules: [
    { Rule: 'data.age=100', FillColor: 'rgba(9,9,9,0.5)', LineColor: 'rgba(9,9,9,1)', LineWidth: 4 },
    { Rule: 'data.age=9,5', FillColor: 'rgba(8,8,8,0.5)', LineColor: 'rgba(8,8,8,1)', LineWidth: 4 },
    { Rule: 'data.age', FillColor: 'rgba(7,7,7,0.5)', LineColor: 'rgba(7,7,7,1)', LineWidth: 4 },
  ],
});
const ramp = findRamp;

test('RULE-12: capitalised keys are lower-cased on the first letter', () => {
  expect(readGenerated(answer)[0]).toEqual({
    rule: 'data.age=100',
    fillColor: 'rgba(9,9,9,0.5)',
    lineColor: 'rgba(9,9,9,1)',
    lineWidth: 4,
  });
});

describe('colours of generated rules', () => {
  test('without a ramp they keep their colours, numbers by size, with the style that Default has in the editor', () => {
    const rules = paintGenerated(
      readGenerated(answer),
      { lineWidth: 6, fillColor: 'rgba(0,0,0,0.2)' },
      undefined,
    );
    expect(rules.map(({ rule }) => rule)).toEqual(['data.age=9,5', 'data.age=100', 'data.age']);
    expect(rules[1]).toMatchObject({
      lineWidth: 6,
      lineColor: 'rgba(9,9,9,1)',
      fillColor: 'rgba(9,9,9,0.2)',
      pointColor: 'rgba(9,9,9,1)',
    });
  });

  test('an ordered ramp runs along the values, numbers by size and what is empty last', () => {
    const rules = paintGenerated(readGenerated(answer), {}, ramp('Viridis'));
    expect(rules.map(({ rule, lineColor }) => [rule, lineColor])).toEqual([
      ['data.age=9,5', 'rgba(68,1,84,1)'],
      ['data.age=100', expect.any(String)],
      ['data.age', 'rgba(253,231,37,1)'],
    ]);
  });

  test('texts are in the order of the alphabet, without a ramp and with a set', () => {
    const named = ['Zaļš', 'Ābele', '10'].map((value) => ({ rule: `data.f=${value}` }));
    for (const one of [undefined, ramp('Set1')])
      expect(paintGenerated(named, {}, one).map(({ rule }) => rule)).toEqual([
        'data.f=10',
        'data.f=Ābele',
        'data.f=Zaļš',
      ]);
  });

  test('a set gives a form its colour behind the icon', () => {
    const rules = paintGenerated(readGenerated(answer), { pointForm: 'circle' }, ramp('Set1'));
    expect(rules[0]).toMatchObject({ pointBgColor: 'rgba(228,26,28,1)', pointColor: 'blue' });
  });

  test('words are in the order of the alphabet', () => {
    const named = ['Zaļš', 'Ābele', 'Ceļš'].map((value) => ({ rule: `data.f=${value}` }));
    expect(inOrderOfValues(named).map(({ rule }) => rule)).toEqual([
      'data.f=Ābele',
      'data.f=Ceļš',
      'data.f=Zaļš',
    ]);
  });

  test.each(RAMPS)('$name has as many colours as there are rules, from 1 to 60', ({ colorsFor }) => {
    for (const count of [1, 2, 7, 60]) {
      const colors = colorsFor(count);
      expect(colors).toHaveLength(count);
      for (const color of colors) expect(parseColor(`rgba(${color.join(',')})`)).toEqual(color);
    }
    expect(new Set(colorsFor(7).map(String)).size).toBe(7);
  });
});

test('what is painted is a style that can be saved', () => {
  const rules = paintGenerated(readGenerated(answer), {}, ramp('Spectral'));
  expect(parseGeomStyle({ labelRules: rules }).problems).toEqual([]);
});
