import { resolutionFromZoom } from '@pgis/geo';
import { describe, expect, test } from 'vitest';
import '../node/index.ts';
import { describeSymbol, isLabelAtResolution } from './describeSymbol.ts';

describe('lines', () => {
  test('have a white casing of a pixel on each side', () => {
    expect(describeSymbol({ lineColor: '#1251cc', lineWidth: 3 }, { kind: 'line', label: false })).toEqual({
      casing: { paint: { color: [255, 255, 255, 1] }, widthPx: 5 },
      stroke: { paint: { color: [18, 81, 204, 1] }, widthPx: 3 },
    });
  });

  test('fade with lineTransparency, which is alpha, casing and all', () => {
    const { casing, stroke } = describeSymbol(
      { lineColor: 'rgba(1,2,3,0.8)', lineTransparency: 0.5 },
      { kind: 'line' },
    );
    expect(stroke?.paint.color).toEqual([1, 2, 3, 0.4]);
    expect(casing?.paint.color).toEqual([255, 255, 255, 0.4]);
  });

  test('of width 0 are not drawn', () => {
    expect(describeSymbol({ lineWidth: 0 }, { kind: 'line', label: false })).toEqual({});
    expect(describeSymbol({ lineWidth: 0 }, { kind: 'polygon' })).not.toHaveProperty('stroke');
  });
});

describe('polygons', () => {
  test('have fill and outline and no casing', () => {
    expect(describeSymbol({ fillColor: 'rgba(1,2,3,0.42)' }, { kind: 'polygon', label: false })).toEqual({
      fill: { color: [1, 2, 3, 0.42] },
      stroke: { paint: { color: [0, 128, 0, 1] }, widthPx: 1 },
    });
  });

  test('patterns are described, none and empty are not', () => {
    const style = { fillPattern: 'cemetry', strokePattern: 'dot' } as const;
    const { fill, stroke } = describeSymbol(style, { kind: 'polygon' });
    expect(fill?.pattern).toEqual({ name: 'cemetry', color: [0, 255, 255, 1] });
    expect(stroke?.paint.pattern).toEqual({ name: 'dot', color: [255, 0, 255, 1] });
    expect(describeSymbol({ fillPattern: 'none' }, { kind: 'polygon' }).fill).not.toHaveProperty('pattern');
  });
});

describe('points', () => {
  test('a form with an icon', () => {
    const style = {
      pointForm: 'circle',
      pointIcon: 'fa-trash',
      pointBgColor: '#e1627f',
      pointColor: '#fff',
    } as const;
    expect(describeSymbol({ ...style, pointRotation: 90 }, { kind: 'point' }).point).toEqual({
      form: 'circle',
      radiusPx: 17,
      background: [225, 98, 127, 1],
      ring: { color: [255, 255, 255, 1], widthPx: 1.5 },
      icon: { text: '\uf1f8', family: 'pgis-icons-solid', color: [255, 255, 255, 1], sizePx: 32 },
      rotationRad: Math.PI / 2,
    });
  });

  test('neither form nor icon, as in the defaults: a dot in pointColor, a third of pointRadius', () => {
    expect(describeSymbol({ pointRadius: 18 }, { kind: 'point' }).point).toMatchObject({
      background: [0, 0, 255, 1],
      radiusPx: 6,
    });
    expect(describeSymbol({ pointIcon: 'fa-no-such' }, { kind: 'point' }).point).not.toHaveProperty('icon');
  });

  test('a gradient starts lighter than its colour', () => {
    const style = { pointForm: 'square', pointBgColor: 'black', pointGradient: true } as const;
    expect(describeSymbol(style, { kind: 'point' }).point?.gradientFrom).toEqual([140, 140, 140, 1]);
  });
});

test('STYLE-19: a dashed line has dashes and gaps of 8 px, beneath them a casing without', () => {
  const { casing, stroke } = describeSymbol({ lineStyle: 'dashed' }, { kind: 'line' });
  expect([stroke?.dashPx, casing?.dashPx]).toEqual([[8, 8], undefined]);
  expect(describeSymbol({}, { kind: 'line' }).stroke).not.toHaveProperty('dashPx');
});

test('whole turns make no difference, a part of one turns clockwise', () => {
  const rotationOf = (pointRotation: number) =>
    describeSymbol({ pointRotation }, { kind: 'point' }).point?.rotationRad;
  expect([0, 90, 450, -90, 720].map(rotationOf)).toEqual([0, Math.PI / 2, Math.PI / 2, -Math.PI / 2, 0]);
});

test('the pattern of a line fades with it', () => {
  const style = { strokePattern: 'dot', linePatternColor: 'rgba(1,2,3,0.5)', lineTransparency: 0.5 } as const;
  expect(describeSymbol(style, { kind: 'line' }).stroke?.paint.pattern?.color).toEqual([1, 2, 3, 0.25]);
});

test('a colour that is none is drawn as the default of its property', () => {
  expect(describeSymbol({ fillColor: 'none' }, { kind: 'polygon' }).fill?.color).toEqual([255, 0, 0, 1]);
});

describe('labels', () => {
  const labelOf = (style: object) => describeSymbol(style, { kind: 'point' }).label;

  test('have a white halo, the style’s font and others behind it', () => {
    expect(labelOf({})).toMatchObject({
      color: [0, 0, 0, 1],
      sizePx: 15,
      font: '15px "Arial", "Liberation Sans", "Noto Sans", "Helvetica Neue", sans-serif',
      halo: { color: [255, 255, 255, 1], widthPx: 3 },
    });
  });

  test('are absent when switched off or of size 0', () => {
    expect(labelOf({ labelEnabled: false })).toBeUndefined();
    expect(labelOf({ labelSize: 0 })).toBeUndefined();
    expect(describeSymbol({}, { kind: 'line', label: false })).not.toHaveProperty('label');
  });

  test('halo, position, offset, priority and zoom levels are those of the style, within bounds', () => {
    const style = {
      labelHaloColor: '#010203',
      labelHaloWidth: 99,
      labelPosition: 'top-left',
      labelOffsetX: -500,
      labelOffsetY: 7,
      labelPriority: 2,
      labelMinZoom: 10,
      labelMaxZoom: 14,
    } as const;
    expect(labelOf(style)).toMatchObject({
      halo: { color: [1, 2, 3, 1], widthPx: 20 },
      position: 'top-left',
      offsetPx: [-100, 7],
      priority: 2,
      zooms: [10, 14],
    });
  });

  test('are drawn at the zoom levels from the lowest to the highest, to which a resolution is rounded', () => {
    const label = labelOf({ labelMinZoom: 10, labelMaxZoom: 12 }) ?? expect.fail('no label');
    const zooms = [9.4, 9.6, 10, 12.4, 12.6];
    expect(zooms.map((zoom) => isLabelAtResolution(label, resolutionFromZoom(zoom)))).toEqual([
      ...[false, true, true, true, false],
    ]);
    const always = labelOf({}) ?? expect.fail('no label');
    expect([0, 28].map((zoom) => isLabelAtResolution(always, resolutionFromZoom(zoom)))).toEqual([
      true,
      true,
    ]);
  });

  test('a font name cannot break out of its quotes', () => {
    expect(labelOf({ labelFont: 'Evil", url(x) \\' })?.font).toMatch(/^15px "Evil urlx", "Liberation Sans"/);
    expect(labelOf({ labelFont: '"' })?.font).toMatch(/^15px "Liberation Sans"/);
  });
});

test('sizes without measure are brought within bounds', () => {
  const huge = {
    pointRadius: 1e9,
    pointSize: 1e9,
    lineWidth: 1e9,
    labelSize: 1e9,
    pointIcon: 'fa-tree',
    pointForm: 'circle',
  } as const;
  expect(describeSymbol(huge, { kind: 'point' })).toMatchObject({
    point: { radiusPx: 128, icon: { sizePx: 256 } },
    label: { sizePx: 128 },
  });
  expect(describeSymbol(huge, { kind: 'line' }).stroke?.widthPx).toBe(100);
});
