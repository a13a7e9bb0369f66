import { describe, expect, test } from 'vitest';
import type { GeomStyle, ThemeName } from '../style/propertyTable.ts';
import { compileStyle } from '../symbols/compileStyle.ts';
import { listRuleFields } from '../symbols/drawnFields.ts';
import { typicalStyle } from '../symbols/drawnStyles.ts';
import { findTheme } from './themes.ts';

const styleOf = (theme: ThemeName): GeomStyle => ({
  theme,
  lineColor: 'navy',
  labelRules: [{ rule: 'data.bon=1', fillColor: 'red' }],
});
/** Fill of a polygon with this data: `r,g,b` and alpha. */
const fillOf = (theme: ThemeName, data: object | null, style: GeomStyle = {}) => {
  const compiled = compileStyle({ ...styleOf(theme), ...style });
  const { fill } = compiled.symbolOf(
    compiled.chooseSymbol(data as Record<string, unknown>, 'polygon'),
    'polygon',
  );
  return { color: fill?.color.slice(0, 3).join(), alpha: fill?.color[3] };
};
const stand = (valdosaSuga: unknown, valdosasSugasVecums: unknown) => ({ valdosaSuga, valdosasSugasVecums });
const colorOf = (species: unknown, age: unknown) => fillOf('species', stand(species, age)).color;

const CODES = [1, 3, 4, 6, 8, 9, 10, 11, 12];

describe('species', () => {
  test('THEME-01: the codes 1, 3, 4, 6, 8, 9, 10, 11, 12 and a default each have colours of their own', () => {
    for (const age of [5, 40, 60, 200])
      expect(new Set([...CODES, 99].map((code) => colorOf(code, age))).size).toBe(CODES.length + 1);
    for (const other of [2, 5, 7, 13, '', null, 'pine', 1.5])
      expect(colorOf(other, 40)).toBe(colorOf(99, 40));
  });

  const bandsOf = (code: number) =>
    Array.from({ length: 200 }, (_, age) => age).filter(
      (age) => age > 0 && colorOf(code, age) !== colorOf(code, age - 1),
    );

  test('THEME-02: 1 and 3 change colour at 20, 90 and 120', () => {
    for (const code of [1, 3]) expect(bandsOf(code)).toEqual([20, 90, 120]);
  });

  test('THEME-03: 4 and 6 change colour at 20, 50 and 70, and so do all others (D-CLS-14)', () => {
    for (const code of [4, 6, 8, 9, 10, 11, 12, 99]) expect(bandsOf(code)).toEqual([20, 50, 70]);
  });

  test('D-CLS-14: one hue a species, darker with age', () => {
    const brightness = (color = '') => color.split(',').reduce((sum, part) => sum + Number(part), 0);
    for (const code of CODES) {
      const shades = [5, 40, 100, 150].map((age) => brightness(colorOf(code, age)));
      expect([...new Set(shades)]).toEqual([...new Set(shades)].sort((a, b) => b - a));
    }
  });

  test('codes and ages are read from numbers and from text', () => {
    for (const [code, age] of [
      ['1', '95'],
      [' 1 ', 95],
      ['01', '95,5'],
    ])
      expect(colorOf(code, age)).toBe(colorOf(1, 95));
  });

  test('THEME-01: without an age a stand has a colour of its species, which is that of no band', () => {
    const ages = [undefined, null, '', 'old', -1];
    const unknown = CODES.map((code) => new Set(ages.map((age) => colorOf(code, age))));
    expect(unknown.map(({ size }) => size)).toEqual(CODES.map(() => 1));
    const ofBands = CODES.flatMap((code) => [5, 40, 100, 150].map((age) => colorOf(code, age)));
    const ofUnknown = unknown.flatMap((colors) => [...colors]);
    expect(new Set([...ofUnknown, ...ofBands, '155,164,171']).size).toBe(
      CODES.length + new Set(ofBands).size + 1,
    );
    expect([colorOf(99, ''), fillOf('species', null).color]).toEqual(['155,164,171', '155,164,171']);
  });
});

const expectRamp = (theme: ThemeName, field: string): void => {
  const ramp = [0, 1, 2, 3, 4, 5, 6].map((value) => fillOf(theme, { [field]: String(value) }).color);
  expect(new Set(ramp).size).toBe(7);
  for (const other of [7, -1, 3.5, '', null, 'much'])
    expect(fillOf(theme, { [field]: other }).color).toBe('155,164,171');
};

test('THEME-04: volume has colours for 0 to 6 and grey otherwise', () => expectRamp('volume', 'krajaUzHa'));

test('THEME-05: bonity has colours for 0 to 6 and grey otherwise', () => expectRamp('bonity', 'bon'));

describe('growth', () => {
  const growth = (aat: unknown) => fillOf('growth', { aat }).color;

  test('THEME-06: 1 to 25 without 13 and 20 have colours of their own, others one of a gradient from aat', () => {
    const codes = Array.from({ length: 25 }, (_, i) => i + 1).filter((code) => code !== 13 && code !== 20);
    const own = codes.map(growth);
    expect(new Set(own).size).toBe(23);
    const gradient = [0, 13, 20, 26].map(growth);
    expect(new Set(gradient).size).toBe(4);
    expect(gradient.filter((color) => own.includes(color))).toEqual([]);
    const reds = gradient.map((color) => Number(color?.split(',')[0]));
    expect(reds).toEqual([...reds].sort((a, b) => b - a));
    expect(growth(-5)).toBe(growth(0));
    expect([growth(0), growth(13), growth(26)]).toEqual(['240,231,210', '157,137,152', '73,43,93']);
    expect(growth(1e9)).toBe(growth(26));
    expect(growth(13.2)).toBe(growth(13));
  });

  test('without a code it is grey', () => {
    for (const none of ['', null, 'Vr']) expect(growth(none)).toBe('155,164,171');
  });
});

test('THEME-07: contours draw lines only', () => {
  const style: GeomStyle = { ...styleOf('contours'), fillPattern: 'brick', lineWidth: 3 };
  const compiled = compileStyle(style);
  const symbol = compiled.symbolOf(compiled.chooseSymbol({ bon: 1 }, 'polygon'), 'polygon');
  expect(symbol.fill).toEqual({ color: [0, 0, 0, 0] });
  expect(symbol.stroke).toMatchObject({ widthPx: 3, paint: { color: [0, 0, 128, 1] } });
});

test('THEME-08: alpha of the fill is 0.4 for species and 0.8 for the others', () => {
  expect(fillOf('species', stand(1, 30)).alpha).toBe(0.4);
  expect(fillOf('species', null).alpha).toBe(0.4);
  for (const theme of ['volume', 'bonity', 'growth'] as const) {
    expect(fillOf(theme, { krajaUzHa: 1, bon: 1, aat: 1 }).alpha).toBe(0.8);
    expect(fillOf(theme, null).alpha).toBe(0.8);
  }
});

test('D-CLS-14: with a theme the rules rest, and all else than the colour stays', () => {
  expect(fillOf('none', { bon: 1 }).color).toBe('255,0,0');
  expect(fillOf('bonity', { bon: 1 }).color).not.toBe('255,0,0');
  const compiled = compileStyle(styleOf('volume'));
  expect(compiled.symbolOf(3, 'polygon').stroke?.paint.color).toEqual([0, 0, 128, 1]);
  expect(compiled.symbolOf(3, 'point').point?.background).toEqual([115, 163, 74, 1]);
});

test('D-THEME-01: the fields a theme looks at', () => {
  const fields = (['none', 'species', 'volume', 'bonity', 'growth', 'contours'] as const).map((theme) =>
    listRuleFields(styleOf(theme)),
  );
  expect(fields).toEqual([
    ['bon'],
    ['valdosaSuga', 'valdosasSugasVecums'],
    ['krajaUzHa'],
    ['bon'],
    ['aat'],
    [],
  ]);
});

test('the layer itself is shown by one of its classes', () => {
  expect(typicalStyle(styleOf('volume')).fillColor).toBe('rgba(157,189,97,0.8)');
  expect(typicalStyle(styleOf('contours')).fillColor).toBe('rgba(0,0,0,0)');
  expect(typicalStyle(styleOf('none')).rule).toBe('Default');
  expect(findTheme('none')).toBeUndefined();
});
