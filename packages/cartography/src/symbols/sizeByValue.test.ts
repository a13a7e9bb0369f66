import { describe, expect, test } from 'vitest';
import { thinSymbol } from '../density/thinning.ts';
import type { GeomStyle } from '../style/propertyTable.ts';
import { compileStyle } from './compileStyle.ts';
import type { SymbolKind } from './describeSymbol.ts';
import { hasValueSizes } from './sizeByValue.ts';

const style: GeomStyle = { sizeField: 'votes', sizeFrom: 0, sizeTo: 80, sizeMin: 6, sizeMax: 48 };

const symbolFor = (one: GeomStyle, data: Record<string, unknown> | null, kind: SymbolKind = 'point') => {
  const compiled = compileStyle(one);
  return compiled.symbolOf(compiled.chooseSymbol(data, kind), kind);
};
const heightOf = (one: GeomStyle, votes: unknown): number =>
  2 * (symbolFor(one, { votes }).point?.radiusPx ?? 0);

describe('the scale', () => {
  test('by area, the area of a point grows evenly with the number', () => {
    const areaOf = (votes: number) => heightOf(style, votes) ** 2;
    const [none, half, all] = [areaOf(0), areaOf(40), areaOf(80)] as const;
    expect([Math.sqrt(none), Math.sqrt(all)]).toEqual([6, 48]);
    expect(half / ((none + all) / 2)).toBeCloseTo(1, 1);
  });

  test('by width, its width does', () => {
    const byWidth: GeomStyle = { ...style, sizeScale: 'width' };
    expect([0, 20, 40, 80].map((votes) => heightOf(byWidth, votes))).toEqual([6, 16.5, 27, 48]);
  });

  test.each([
    [1, 1_000, [1, 10, 100, 1_000]],
    [0, 999, [0, 9, 99, 999]],
    [-5, 994, [-5, 4, 94, 994]],
  ])('logarithmic from %d to %d, each power of ten adds the same', (sizeFrom, sizeTo, votes) => {
    const log: GeomStyle = { ...style, sizeScale: 'log', sizeFrom, sizeTo };
    const heights = votes.map((one) => heightOf(log, one));
    expect(heights.map(Math.round)).toEqual([6, 20, 34, 48]);
  });

  test('numbers beyond the range have its sizes; text may have a decimal comma', () => {
    expect([-3, 1e9].map((votes) => heightOf(style, votes))).toEqual([6, 48]);
    expect(heightOf(style, ' 40,0 ')).toBe(heightOf(style, 40));
  });

  test('a range that begins where it ends has two sizes', () => {
    const flat: GeomStyle = { ...style, sizeFrom: 5, sizeTo: 5 };
    expect([4, 5, 6].map((votes) => heightOf(flat, votes))).toEqual([6, 48, 48]);
    expect(heightOf({ ...style, sizeMin: 20, sizeMax: 20 }, 40)).toBe(20);
  });
});

describe('the symbol', () => {
  test('an object without a number has the size of its rule, or the smallest', () => {
    for (const data of [null, {}, { votes: 'many' }, { votes: '' }])
      expect(symbolFor({ ...style, pointRadius: 30 }, data)).toEqual(symbolFor({ pointRadius: 30 }, null));
    expect(heightOf({ ...style, sizeMissing: 'smallest' }, 'many')).toBe(6);
  });

  test('colours and icons are those of the rule, and the icon keeps its share of the form', () => {
    const rules: GeomStyle = {
      ...style,
      labelRules: [
        { rule: 'data.kind=tree', pointForm: 'marker', pointIcon: 'fa-tree', pointSize: 17, pointRadius: 17 },
      ],
    };
    const { point } = symbolFor(rules, { kind: 'tree', votes: 80 });
    expect(point).toMatchObject({ form: 'marker', radiusPx: 24, icon: { sizePx: 24 } });
    const alone = symbolFor({ ...style, pointIcon: 'fa-tree' }, { votes: 80 }).point;
    expect(alone).toMatchObject({ form: 'none', icon: { sizePx: 48 } });
  });

  test('lines change their width, with their casing, only if the style says so; polygons never do', () => {
    const lines: GeomStyle = { ...style, lineWidth: 3, sizeLines: true, sizeLineMin: 1, sizeLineMax: 9 };
    expect(symbolFor(lines, { votes: 40 }, 'line')).toMatchObject({
      stroke: { widthPx: 5 },
      casing: { widthPx: 7 },
    });
    const fixed = { ...lines, sizeLines: false };
    expect(symbolFor(fixed, { votes: 40 }, 'line').stroke?.widthPx).toBe(3);
    expect(symbolFor(lines, { votes: 40 }, 'polygon').stroke?.widthPx).toBe(3);
    expect((['point', 'line', 'polygon'] as const).map((kind) => hasValueSizes(fixed, kind))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('a line that is not drawn stays so', () => {
    expect(symbolFor({ ...style, sizeLines: true, lineWidth: 0 }, { votes: 40 }, 'line')).toEqual(
      symbolFor({ lineWidth: 0 }, null, 'line'),
    );
  });

  test('each size is one object, and all lie between the outer ones', () => {
    const compiled = compileStyle({ ...style, labelRules: [{ rule: 'data.kind=a', pointRadius: 90 }] });
    const at = (data: Record<string, unknown>) =>
      compiled.symbolOf(compiled.chooseSymbol(data, 'point'), 'point');
    expect(at({ votes: 10, kind: 'a' })).toBe(at({ votes: '10', kind: 'A' }));
    expect(at({ votes: 10, kind: 'a' })).not.toBe(at({ votes: 10 }));
    const outer = compiled.outerSymbols.map(
      (index) => compiled.symbolOf(index, 'point').point?.radiusPx ?? 0,
    );
    expect([Math.min(...outer), Math.max(...outer)]).toEqual([3, 30]);
  });

  test('the sizes of a rule have no effect; a theme leaves the sizes of the style', () => {
    const ofRule: GeomStyle = { pointRadius: 12, labelRules: [{ rule: 'data.kind=a', ...style }] };
    expect(symbolFor(ofRule, { kind: 'a', votes: 80 })).toEqual(symbolFor({ pointRadius: 12 }, null));
    expect(heightOf({ ...style, theme: 'volume' }, 80)).toBe(48);
  });

  test('where a layer is thinned its points are dots of the thinning, and small ones stay small', () => {
    const dotOf = (votes: number) =>
      thinSymbol(symbolFor(style, { votes }), { point: 1, polygon: 0 }).point?.radiusPx;
    expect([dotOf(0), dotOf(80)]).toEqual([3, 5]);
  });
});
