import { type FieldSchema, isComputed, isMeasure } from '../FieldSchema.ts';
import type { DescribedField } from '../isFieldShown.ts';

/** Units of the fields that measure shapes, the default first. */
export const measureUnits = { area: ['ha', 'm2'], length: ['m', 'km'] } as const;
export type MeasureUnit = (typeof measureUnits)[keyof typeof measureUnits][number];

interface MeasureFormat {
  readonly size: number;
  readonly decimals: number;
}

/** The decimals are those of fields without a choice of their own. */
const units: Readonly<Record<MeasureUnit, MeasureFormat>> = {
  ha: { size: 10_000, decimals: 4 },
  m2: { size: 1, decimals: 1 },
  m: { size: 1, decimals: 1 },
  km: { size: 1_000, decimals: 3 },
};

/** Size of the unit of a field that measures shapes, in metres or square metres, and its decimals. */
export function measureFormat({ unit, decimals }: FieldSchema): MeasureFormat {
  const known = units[unit as MeasureUnit];
  return { ...known, ...(decimals !== undefined && { decimals }) };
}

/** Size of a shape on the ellipsoid: a line has a length, a polygon an area, and a point neither. */
export interface ShapeSize {
  readonly lengthM?: number | undefined;
  readonly areaM2?: number | undefined;
}

/** A measure is stored in hundredths of a metre or of a square metre. */
const HUNDREDTHS = 100;

/** Rounds half up in whole numbers, as the database rounds: 1.005 has no exact binary form. */
function roundedText(measure: number, { size, decimals }: MeasureFormat): string {
  const divisor = BigInt(HUNDREDTHS * size);
  const scaled = BigInt(Math.round(measure * HUNDREDTHS)) * 10n ** BigInt(decimals);
  const digits = String((2n * scaled + divisor) / (2n * divisor)).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Value of a field that measures shapes; undefined for other fields, and for a shape without that measure. */
export function measureText(schema: FieldSchema, { areaM2, lengthM }: ShapeSize): string | undefined {
  if (!isMeasure(schema.type)) return undefined;
  const measure = schema.type === 'area' ? areaM2 : lengthM;
  return measure === undefined ? undefined : roundedText(measure, measureFormat(schema));
}

/** The measures of a shape by the fields of its layer that have them. */
export const measuredValues = (
  fields: readonly DescribedField[],
  size: ShapeSize,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.flatMap(({ name, schema }) => {
      const text = schema && measureText(schema, size);
      return text === undefined ? [] : [[name, text]];
    }),
  );

/** Data of an object with the measures of its shape in place of whatever it has for computed fields. */
export function withMeasures<Value>(
  fields: readonly DescribedField[],
  data: Readonly<Record<string, Value>>,
  size: ShapeSize,
): Readonly<Record<string, Value | string>> {
  const computed = new Set(fields.filter(({ schema }) => isComputed(schema?.type)).map(({ name }) => name));
  const own = Object.entries(data).filter(([name]) => !computed.has(name));
  return { ...Object.fromEntries(own), ...measuredValues(fields, size) };
}

/** True if the form shows a field by the size of the shape. */
export const needsSize = (fields: readonly DescribedField[]): boolean => {
  const measures = new Set(fields.filter(({ schema }) => isMeasure(schema?.type)).map(({ name }) => name));
  return fields.some(({ schema }) => schema?.showIf !== undefined && measures.has(schema.showIf.field));
};
