import { describe, expect, test } from 'vitest';
import type { ThemeName } from '../style/propertyTable.ts';
import { compileStyle } from '../symbols/compileStyle.ts';
import { describeSymbol } from '../symbols/describeSymbol.ts';
import { buildLegend, hasLegend, type LegendOptions } from './legend.ts';

const noName = 'MAP.NO_NAME';
const labels: LegendOptions['labels'] = {
  ofRule: () => undefined,
  of: (field) => field,
  ofValue: (_, value) => value,
};
const options = { labels, noName, themeText: (text: string) => text } as const;
const style = {
  fillColor: 'gray',
  labelRules: [
    { rule: 'data.species=Egle', fillColor: 'green' },
    { rule: 'data.owner=City' },
    { rule: 'Default' },
    { rule: 'data.species=Priede' },
    { rule: 'data.species' },
    { rule: '' },
  ],
};

test('DISP-03: rules data.field=value are grouped under their field, the others under MAP.NO_NAME', () => {
  const legend = buildLegend(style, options);
  expect(legend.map(({ name, items }) => [name, items.map(({ label }) => label)])).toEqual([
    ['species', ['Egle', 'Priede', '""']],
    ['owner', ['City']],
    [noName, [noName, 'Default']],
  ]);
});

test('a rule has the name for the reader, under the label of its field; without one it has that of its value', () => {
  const named = {
    labelRules: [
      { rule: 'data.species=Egle', ruleNameEn: 'Spruce', ruleNameLv: 'Egles' },
      { rule: 'data.species=Priede' },
      { rule: 'data.species' },
      { rule: 'data.age=0–20', ruleRange: '[0,20)', ruleNameRu: 'Молодые' },
      { rule: 'Default', ruleNameLv: 'Citi koki' },
    ],
  };
  const latvian: LegendOptions['labels'] = {
    ofRule: ({ lv }) => lv || undefined,
    of: (field) => (field === 'species' ? 'Suga' : field),
    ofValue: (field, value) => `${field} ${value}`,
  };
  expect(
    buildLegend(named, { ...options, labels: latvian }).map(({ name, items }) => [
      name,
      items.map(({ label }) => label),
    ]),
  ).toEqual([
    ['Suga', ['Egles', 'species Priede', '""']],
    ['age', ['age 0–20']],
    [noName, ['Citi koki']],
  ]);
});

test('an entry has the style that draws it', () => {
  const [species, , others] = buildLegend(style, options);
  expect(species?.items[0]).toMatchObject({ ruleIndex: 0, style: { fillColor: 'green' } });
  expect(others?.items.at(-1)).toMatchObject({ ruleIndex: 5, style: { rule: 'Default', fillColor: 'gray' } });
});

test('the id of a group is random at its end', () => {
  expect(buildLegend(style, { ...options, random: () => 0.5 })[0]?.id).toBe('species-50000');
});

describe('a layer has a legend when it has more than one rule', () => {
  test.each([
    [{}, false],
    [{ labelRules: [{ rule: 'Default' }] }, false],
    [{ labelRules: [{ rule: 'data.a=1' }, { rule: 'Default' }] }, true],
    [{ labelRules: [{ rule: 'data.a=1' }] }, true],
  ])('%j: %s', (some, expected) => {
    expect(hasLegend(some, 'point')).toBe(expected);
  });
});

describe('D-CLS-14: the legend of a theme lists its classes, whatever the rules are', () => {
  const read = (theme: ThemeName) =>
    buildLegend({ ...style, theme }, options).map(
      ({ name, items }) => `${name}: ${items.map(({ label }) => label).join(', ')}`,
    );

  test('species by age', () => {
    expect(hasLegend({ theme: 'species' }, 'point')).toBe(true);
    const legend = read('species');
    expect(legend).toHaveLength(10);
    expect(legend[0]).toBe('PINE: < 20 YEARS, 20–90 YEARS, 90–120 YEARS, 120+ YEARS, AGE_UNKNOWN');
    expect(legend.at(-1)).toBe('OTHER_SPECIES: < 20 YEARS, 20–50 YEARS, 50–70 YEARS, 70+ YEARS, AGE_UNKNOWN');
  });

  test('volume and bonity', () => {
    expect(read('volume')).toEqual(['VOLUME: 0, 1, 2, 3, 4, 5, 6, OTHER_VALUES']);
    expect(read('bonity')).toEqual(['BONITY: 0, 1, 2, 3, 4, 5, 6, OTHER_VALUES']);
  });

  test('growth by series of soils, with one line for the gradient', () => {
    const legend = buildLegend({ theme: 'growth' }, options);
    const codes = legend
      .slice(0, -1)
      .flatMap(({ items }) => items.map(({ label }) => Number.parseInt(label, 10)));
    expect(codes).toEqual(Array.from({ length: 25 }, (_, i) => i + 1).filter((n) => n !== 13 && n !== 20));
    const others = legend.at(-1)?.items;
    expect(others?.map(({ label }) => label)).toEqual(['OTHER_CODES', 'NO_VALUE']);
    expect(others?.[0]?.gradientTo?.fillColor).toBe('rgba(73,43,93,0.8)');
    expect(others?.[0]?.style.fillColor).toBe('rgba(240,231,210,0.8)');
  });

  test('an entry has the style that draws its class', () => {
    const { symbolOf } = compileStyle({ theme: 'volume' });
    for (const { items } of buildLegend({ theme: 'volume' }, options))
      for (const { ruleIndex, style: itemStyle } of items)
        expect(describeSymbol(itemStyle, { kind: 'polygon' })).toEqual(symbolOf(ruleIndex, 'polygon'));
  });

  test('contours have one style, so no legend', () => {
    expect(hasLegend({ ...style, theme: 'contours' }, 'point')).toBe(false);
  });
});
