import { displayDay } from '@pgis/conditions';
import { type FieldSchema, isMeasure, type MeasureUnit, toStoredValue } from '@pgis/contract';
import {
  formatFixed,
  formatNumber,
  formatUngrouped,
  type Language,
  type TFunction,
} from '../../i18n/index.ts';

interface Reader {
  readonly t: TFunction;
  readonly language: Language;
}

/** Numbers below this may be years and get no separator. */
const GROUPED_FROM = 10_000;

function formatStoredNumber(value: string, language: Language): string {
  const number = Number(value);
  const digits = value.split('.')[1]?.length ?? 0;
  if (digits > 0) return formatFixed(number, language, digits);
  return Math.abs(number) < GROUPED_FROM ? formatUngrouped(number, language) : formatNumber(number, language);
}

function formatStored(type: FieldSchema['type'], value: string, { t, language }: Reader): string {
  switch (type) {
    case 'integer':
    case 'decimal':
    case 'area':
    case 'length':
      return formatStoredNumber(value, language);
    case 'date':
      return displayDay(value);
    case 'dateTime': {
      const [date = '', time = ''] = value.split('T');
      return `${displayDay(date)} ${time}`;
    }
    case 'boolean':
      return t(value === 'true' ? 'COMMON.YES' : 'COMMON.NO');
    default:
      return value;
  }
}

/** A measure has units of the reader's language; other units are as they were typed. */
const unitText = ({ type, unit }: FieldSchema, { t }: Reader): string | undefined =>
  isMeasure(type) ? t(`FIELDS.UNITS.${unit as MeasureUnit}`) : unit;

/** Writes a value as its reader expects it; a text that does not fit the type stays as it is. */
export function formatFieldValue(schema: FieldSchema, value: string, reader: Reader): string {
  const stored = value.trim() === '' ? undefined : toStoredValue(schema, value);
  if (stored === undefined) return value;
  const text = formatStored(schema.type, stored, reader);
  const unit = unitText(schema, reader);
  return unit === undefined ? text : `${text}\u00a0${unit}`;
}
