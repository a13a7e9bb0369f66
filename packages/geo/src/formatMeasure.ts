import type { Geometry } from './geometry.ts';
import { findGeometryKind } from './geometry.ts';
import { measureAreaM2 } from './measureArea.ts';
import { measureLengthM } from './measureLength.ts';

type Unit = 'm' | 'km' | 'ha';

const CYRILLIC_UNITS: Readonly<Record<Unit, string>> = { m: 'м', km: 'км', ha: 'га' };

const withUnit = (value: number, unit: Unit, language: string, minDecimals: number): string => {
  const digits = { minimumFractionDigits: minDecimals, maximumFractionDigits: 2 };
  const shownUnit = language.startsWith('ru') ? CYRILLIC_UNITS[unit] : unit;
  return `${new Intl.NumberFormat(language, digits).format(value)}\u00a0${shownUnit}`;
};

/** Two decimals: metres up to 100 m, kilometres above (MEAS-02, D-OBJ-08). `language` is en, ru or lv. */
export const formatLength = (lengthM: number, language: string): string =>
  lengthM > 100 ? withUnit(lengthM / 1000, 'km', language, 2) : withUnit(lengthM, 'm', language, 2);

/** Hectares: over 10 000 m² rounded to at most two decimals, below with exactly two (MEAS-03, D-OBJ-08). */
export const formatArea = (areaM2: number, language: string): string =>
  areaM2 > 10_000
    ? withUnit(Math.round(areaM2 / 100) / 100, 'ha', language, 0)
    : withUnit(areaM2 / 10_000, 'ha', language, 2);

/** What the selection shows of an EPSG:3857 geometry: the length of lines, the area of polygons, '' for points. */
export const geometrySizeText = (geometry: Geometry, language: string): string => {
  const kind = findGeometryKind(geometry.type);
  if (kind === 'line') return formatLength(measureLengthM(geometry), language);
  return kind === 'polygon' ? formatArea(measureAreaM2(geometry), language) : '';
};
