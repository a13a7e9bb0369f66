import { describe, expect, test } from 'vitest';
import { describeSymbol } from '../symbols/describeSymbol.ts';
import { parseGeomStyle } from './parseGeomStyle.ts';
import { PATTERNS, POINT_FORMS, STYLE_DEFAULTS, STYLE_PROPERTIES } from './propertyTable.ts';
import { resolveStyle } from './resolveStyle.ts';

/** Values of a layer without a saved style. */
const defaults = resolveStyle(parseGeomStyle('').style);

describe('defaults', () => {
  test('STYLE-13: contour', () => {
    expect(defaults).toMatchObject({
      lineColor: 'green',
      lineWidth: 1,
      lineStyle: 'solid',
      strokePattern: '',
      linePatternColor: 'magenta',
    });
  });

  test('STYLE-14: fill', () => {
    expect(defaults).toMatchObject({ fillColor: 'red', fillPattern: '', fillPatternColor: 'cyan' });
  });

  test('STYLE-15: labels', () => {
    expect(defaults).toMatchObject({
      labelEnabled: true,
      labelColor: 'black',
      labelSize: 15,
      labelFont: 'Arial',
      objLabel: '',
    });
  });

  test('STYLE-16: icons', () => {
    expect(defaults).toMatchObject({
      pointIcon: '',
      pointColor: 'blue',
      pointBgColor: 'yellow',
      pointSize: 32,
      pointForm: 'none',
      pointRadius: 17,
      pointRotation: 0,
      pointGradient: false,
    });
  });

  test('STYLE-17: rules', () => {
    expect(defaults.rule).toBe('');
    expect(parseGeomStyle('').style.labelRules ?? []).toEqual([]);
    expect(parseGeomStyle({ labelRules: '' }).style.labelRules).toEqual([]);
  });

  test('STYLE-18: resolutions', () => {
    expect(defaults).toMatchObject({ minResolution: 200, maxResolution: 2000 });
  });

  test('every default is a value its own property takes', () => {
    expect(parseGeomStyle(STYLE_DEFAULTS).problems).toEqual([]);
  });
});

describe('values', () => {
  test('STYLE-19: a line is solid, or dashed with 8 px of line and 8 px of gap', () => {
    expect(STYLE_PROPERTIES.lineStyle.values).toEqual(['solid', 'dashed']);
    expect(describeSymbol({ lineStyle: 'dashed' }, { kind: 'line' }).stroke?.dashPx).toEqual([8, 8]);
    expect(describeSymbol({ lineStyle: 'dashed' }, { kind: 'polygon' }).stroke?.dashPx).toEqual([8, 8]);
    expect(describeSymbol({ lineStyle: 'solid' }, { kind: 'line' }).stroke).not.toHaveProperty('dashPx');
  });

  test('STYLE-20: the patterns, in their order', () => {
    expect(PATTERNS.join(', ')).toBe(
      'none, hatch, cross, dot, circle, square, tile, woven, crosses, caps, nylon, hexagon, cemetry, sand, ' +
        'conglomerate, gravel, brick, dolomite, coal, breccia, clay, flooded, chaos, grass, swamp, wave, vine, ' +
        'forest, scrub, tree, pine, pines, rock, rocks',
    );
    expect(PATTERNS).toHaveLength(34);
    expect(STYLE_PROPERTIES.fillPattern.values).toEqual(['', ...PATTERNS]);
    expect(STYLE_PROPERTIES.strokePattern.values).toEqual(['', ...PATTERNS]);
  });

  test('STYLE-21: the point forms, in their order', () => {
    expect(POINT_FORMS.join(', ')).toBe(
      'none, circle, poi, bubble, marker, coma, shield, blazon, bookmark, hexagon, diamond, triangle, sign, ban, ' +
        'lozenge, square',
    );
    expect(POINT_FORMS).toHaveLength(16);
    expect(STYLE_PROPERTIES.pointForm.values).toEqual(POINT_FORMS);
  });
});

describe('properties: saved text with all of them comes back whole and without a problem', () => {
  const expectComplete = (style: object): void =>
    expect(parseGeomStyle(JSON.stringify(style))).toEqual({ style, problems: [] });

  test('STYLE-22: points', () =>
    expectComplete({
      pointIcon: 'fa-trash',
      pointColor: '#fff',
      pointSize: 12,
      pointForm: 'circle',
      pointRadius: 9,
      pointRotation: 45,
      pointGradient: true,
      pointBgColor: 'rgba(1,2,3,0.5)',
    }));

  test('STYLE-23: fill and line', () =>
    expectComplete({
      fillColor: 'red',
      lineColor: 'green',
      lineWidth: 2,
      lineStyle: 'dashed',
      lineTransparency: 0.5,
      fillPattern: 'cemetry',
      fillPatternColor: 'cyan',
      strokePattern: 'dot',
      linePatternColor: 'magenta',
    }));

  test('STYLE-24: labels', () =>
    expectComplete({
      labelEnabled: false,
      objLabel: '{name}',
      labelColor: 'black',
      labelSize: 11,
      labelFont: 'Arial',
    }));

  test('STYLE-25: rules and resolutions', () =>
    expectComplete({
      rule: '',
      labelRules: [
        { rule: 'data.a=1', fillColor: 'blue' },
        { rule: 'Default', fillColor: 'red' },
      ],
      minResolution: 1,
      maxResolution: 2,
    }));
});
