import { describe, expect, it } from 'vitest';
import { prepareRow, type RowOptions } from './prepareRow.ts';
import { toMercatorFrom } from './reprojection.ts';

const options: RowOptions = {
  fields: new Map([['a', 'a']]),
  nameField: 'n',
  descriptionField: 'd',
  truncate: false,
  isPublic: false,
  toMercator: toMercatorFrom(undefined),
};
const point = { type: 'Point', coordinates: [24, 57] } as const;
const prepare = (properties: Record<string, unknown>, more: Partial<RowOptions> = {}) =>
  prepareRow({ rowNumber: 1, geometry: point, properties }, { ...options, ...more });

describe('prepareRow', () => {
  it('takes a name of 40 characters and reports one of 41', () => {
    expect(prepare({ n: 'x'.repeat(40) })).toMatchObject({ name: 'x'.repeat(40) });
    expect(prepare({ n: 'x'.repeat(41) })).toMatchObject({
      problem: expect.stringContaining('41 characters'),
    });
  });

  it('takes a description of 50 characters and reports one of 51', () => {
    expect(prepare({ d: 'x'.repeat(50) })).toMatchObject({ description: 'x'.repeat(50) });
    expect(prepare({ d: 'x'.repeat(51) })).toMatchObject({
      problem: expect.stringContaining('51 characters'),
    });
  });

  it('cuts only with truncate, and never in the middle of a character', () => {
    expect(prepare({ n: `${'x'.repeat(39)}😀` }, { truncate: true })).toMatchObject({ name: 'x'.repeat(39) });
  });

  it('leaves missing texts empty and empty values out', () => {
    expect(prepare({ a: null })).toMatchObject({ name: '', description: '', data: '{}' });
    expect(prepare({ a: 0 })).toMatchObject({ data: '{"a":0}' });
  });

  it('keeps nested values as JSON text', () => {
    expect(prepare({ a: { b: [1] } })).toMatchObject({ data: JSON.stringify({ a: '{"b":[1]}' }) });
  });

  it('stores a text with NUL without it', () => {
    expect(prepare({ n: 'a\u0000b', a: 'c\u0000d' })).toMatchObject({ name: 'ab', data: '{"a":"cd"}' });
  });

  it('reports a geometry outside the world or with too few points', () => {
    const outside = { type: 'Point', coordinates: [500, 57] } as const;
    const line = { type: 'LineString', coordinates: [[24, 57]] } as const;
    for (const [geometry, problem] of [
      [outside, 'a coordinate cannot be converted to the map; is --crs missing or wrong?'],
      [line, 'a line has fewer than two different points'],
    ] as const)
      expect(prepareRow({ rowNumber: 3, geometry, properties: {} }, options)).toMatchObject({
        rowNumber: 3,
        problem,
      });
  });

  it('asks for the key where one is named', () => {
    expect(prepare({ k: 5 }, { keyField: 'k' })).toMatchObject({ key: '5' });
    expect(prepare({ k: '' }, { keyField: 'k' })).toMatchObject({
      problem: expect.stringContaining('key field'),
    });
  });
});

describe('toMercatorFrom', () => {
  it('agrees with PROJ for LKS-92 at the Freedom Monument to a centimetre', () => {
    // gdaltransform -s_srs EPSG:3059 -t_srs EPSG:3857 of 506831.61 312162.43.
    const monument = { type: 'Point', coordinates: [506831.61, 312162.43] } as const;
    const [x, y] = toMercatorFrom('EPSG:3059')(monument).coordinates;
    expect(x).toBeCloseTo(2684170.847, 2);
    expect(y).toBeCloseTo(7750523.289, 2);
  });

  it('refuses a system it does not know', () => {
    expect(() => toMercatorFrom('EPSG:99999')).toThrow('not known');
  });
});
