import { describe, expect, test } from 'vitest';
import { toMercator } from '../projection/webMercator.ts';
import { formatArea, formatLength, geometrySizeText } from './formatMeasure.ts';

/** Makes no-break spaces visible; they stand before units and between thousands. */
const visible = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, '_');

describe('lengths', () => {
  test.each([
    [0, '0.00_m'],
    [99.994, '99.99_m'],
    [100, '100.00_m'],
    [100.001, '0.10_km'],
    [1234.5, '1.23_km'],
    [12_345_678, '12,345.68_km'],
  ])('MEAS-02 D-OBJ-08: %d m is shown as %s', (lengthM, text) => {
    expect(visible(formatLength(lengthM, 'en'))).toBe(text);
  });

  test('Latvian and Russian numbers have a decimal comma, Russian units are Cyrillic', () => {
    expect(visible(formatLength(1234.5, 'lv'))).toBe('1,23_km');
    expect(visible(formatLength(50, 'ru'))).toBe('50,00_м');
    expect(visible(formatLength(12_345_678, 'ru'))).toBe('12_345,68_км');
  });
});

describe('areas', () => {
  test.each([
    [0, '0.00_ha'],
    [450, '0.04_ha'],
    [1_450, '0.14_ha'],
    [4_999, '0.50_ha'],
    [10_000, '1.00_ha'],
    [10_001, '1_ha'],
    [12_345, '1.23_ha'],
    [15_000, '1.5_ha'],
    [98_765_432, '9,876.54_ha'],
  ])('MEAS-03 D-OBJ-08: %d m2 is shown as %s', (areaM2, text) => {
    expect(visible(formatArea(areaM2, 'en'))).toBe(text);
  });

  test('Latvian and Russian', () => {
    expect(visible(formatArea(12_345, 'lv'))).toBe('1,23_ha');
    expect(visible(formatArea(12_345, 'ru'))).toBe('1,23_га');
  });
});

describe('the size of a geometry', () => {
  const [a, b, c] = [toMercator([24, 56.9]), toMercator([24.01, 56.9]), toMercator([24.01, 56.905])] as const;

  test('D-OBJ-08: is a length for lines, an area for polygons, nothing for points', () => {
    expect(visible(geometrySizeText({ type: 'LineString', coordinates: [a, b] }, 'en'))).toBe('0.61_km');
    expect(visible(geometrySizeText({ type: 'Polygon', coordinates: [[a, b, c, a]] }, 'en'))).toBe(
      '16.96_ha',
    );
    expect(geometrySizeText({ type: 'Point', coordinates: a }, 'en')).toBe('');
  });
});
