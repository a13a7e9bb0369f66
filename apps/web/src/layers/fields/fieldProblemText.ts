import { type FieldSchema, isComputed, isMeasure, type ProblemCode } from '@pgis/contract';
import { type Language, problemText, type TFunction } from '../../i18n/index.ts';
import { formatFieldValue } from './formatFieldValue.ts';

interface Reader {
  readonly t: TFunction;
  readonly language: Language;
}

/** The range of a field in words, such as "1 to 1000"; undefined for a field without one. */
export function rangeText(schema: FieldSchema, reader: Reader): string | undefined {
  const { min, max } = schema;
  const format = (bound: string) => formatFieldValue(schema, bound, reader);
  const { t } = reader;
  if (min !== undefined && max !== undefined)
    return t('FIELDS.RANGE.BETWEEN', { min: format(min), max: format(max) });
  if (min !== undefined) return t('FIELDS.RANGE.FROM', { min: format(min) });
  return max === undefined ? undefined : t('FIELDS.RANGE.TO', { max: format(max) });
}

function wrongFormatText(schema: FieldSchema, { t }: Reader): string {
  const { type, pattern, decimals } = schema;
  if (type === 'text')
    return pattern === undefined ? t('FIELDS.WRONG.oneLine') : t('FIELDS.WRONG.pattern', { pattern });
  if (type === 'decimal' && decimals !== undefined) return t('FIELDS.WRONG.decimals', { count: decimals });
  return type === 'longText' || type === 'list' || isMeasure(type)
    ? problemText(t, 'WRONG_FORMAT')
    : t(`FIELDS.WRONG.${type}`);
}

/** Says what is wrong with a value of a field and what to enter. */
export function fieldProblemText(schema: FieldSchema, code: ProblemCode, reader: Reader): string {
  const { t } = reader;
  switch (code) {
    case 'WRONG_FORMAT':
      return wrongFormatText(schema, reader);
    case 'OUT_OF_RANGE':
      return t('FIELDS.WRONG.range', { range: rangeText(schema, reader) ?? '' });
    case 'NOT_ALLOWED':
      if (schema.readOnly === true) return t('FIELDS.WRONG.readOnly');
      if (isComputed(schema.type)) return t('FIELDS.WRONG.liesIn');
      return t(schema.type === 'reference' ? 'FIELDS.WRONG.reference' : 'FIELDS.WRONG.list');
    default:
      return problemText(t, code);
  }
}
