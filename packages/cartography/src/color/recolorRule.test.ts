import { expect, test } from 'vitest';
import { STYLE_DEFAULTS } from '../style/propertyTable.ts';
import { recolorRule } from './recolorRule.ts';

const red = [255, 0, 0, 0.5] as const;

test('D-CLS-09: fill, line and point take the colour, and the fill keeps its alpha', () => {
  const style = {
    ...STYLE_DEFAULTS,
    fillColor: 'rgba(1,2,3,0.25)',
    pointColor: 'white',
    pointForm: 'circle',
  } as const;
  expect(recolorRule(style, red)).toEqual({
    ...style,
    fillColor: 'rgba(255,0,0,0.25)',
    lineColor: 'rgba(255,0,0,1)',
    pointBgColor: 'rgba(255,0,0,1)',
  });
});

test('D-CLS-09: a point without a form takes the colour itself, and a fill that is no colour becomes opaque', () => {
  const style = { ...STYLE_DEFAULTS, fillColor: 'no colour', pointForm: 'none' } as const;
  expect(recolorRule(style, red)).toEqual({
    ...style,
    fillColor: 'rgba(255,0,0,1)',
    lineColor: 'rgba(255,0,0,1)',
    pointColor: 'rgba(255,0,0,1)',
  });
});
