import type { Geometry } from '../geometry/geometry.ts';
import { findGeometryKind } from '../geometry/geometry.ts';
import { measureAreaM2 } from './measureArea.ts';
import { measureLengthM } from './measureLength.ts';

type Unit = 'm' | 'km' | 'ha';

const CYRILLIC_UNITS: Readonly<Record<Unit, string>> = { m: 'м', km: 'км', ha: 'га' };

type Quantity = { readonly value: number; readonly unit: Unit; readonly minDecimals: number };

const formatQuantity = ({ value, unit, minDecimals }: Quantity, language: string): string => {
  const digits = { minimumFractionDigits: minDecimals, maximumFractionDigits: 2 };
  const unitText = language.startsWith('ru') ? CYRILLIC_UNITS[unit] : unit;
  return `${new Intl.NumberFormat(language, digits).format(value)}\u00a0${unitText}`;
};

/**
 * Formats with two decimals: metres up to 100 m, kilometres above (MEAS-02, D-OBJ-08). `language` is en, ru or lv.
 */
export const formatLength = (lengthM: number, language: string): string =>
  formatQuantity(
    lengthM > 100
      ? { value: lengthM / 1000, unit: 'km', minDecimals: 2 }
      : { value: lengthM, unit: 'm', minDecimals: 2 },
    language,
  );

/**
 * Formats hectares: over 10 000 m² rounded to at most two decimals, below with exactly two (MEAS-03, D-OBJ-08).
 */
export const formatArea = (areaM2: number, language: string): string =>
  formatQuantity(
    areaM2 > 10_000
      ? { value: Math.round(areaM2 / 100) / 100, unit: 'ha', minDecimals: 0 }
      : // `toFixed` is the rounding that the rule states: of ties, Intl alone would round up those that binary holds below.
        { value: Number((areaM2 / 10_000).toFixed(2)), unit: 'ha', minDecimals: 2 },
    language,
  );

/**
 * Returns the size of an EPSG:3857 geometry for the selection: length of lines, area of polygons, '' for points.
 */
export const geometrySizeText = (geometry: Geometry, language: string): string => {
  const kind = findGeometryKind(geometry.type);
  if (kind === 'line') return formatLength(measureLengthM(geometry), language);
  return kind === 'polygon' ? formatArea(measureAreaM2(geometry), language) : '';
};
