import {
  type Condition,
  listValues,
  type Operator,
  operandOf,
  parseBound,
  parseDays,
  splitSpan,
} from '@pgis/conditions';
import type { FieldSchema } from '@pgis/contract';
import type { Language, TextKey, TFunction } from '../../i18n/index.ts';
import { formatFieldValue } from '../fields/formatFieldValue.ts';

interface Reader {
  readonly t: TFunction;
  readonly language: Language;
}

const signs: Partial<Record<Operator, string>> = {
  '=': '=',
  '!=': '!=',
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
};

/** Returns the operator as lists offer it. */
export const operatorText = (t: TFunction, operator: Operator): string =>
  signs[operator] ?? t(`CONDITIONS.OPERATORS.${operator}` as TextKey);

const spokenDays = {
  lastDays: 'CONDITIONS.LAST_DAYS',
  nextDays: 'CONDITIONS.NEXT_DAYS',
  olderThanDays: 'CONDITIONS.OLDER_THAN_DAYS',
} as const;

/** Dates of fields without a schema are written as people write them, too. */
function boundText(value: string, schema: FieldSchema | null | undefined, reader: Reader): string {
  if (schema) return formatFieldValue(schema, value, reader);
  const bound = parseBound(value);
  if (bound?.kind !== 'date') return value.trim();
  const [day = '', time] = bound.text.split('T');
  return [day.split('-').reverse().join('.'), time].filter(Boolean).join(' ');
}

/** Returns a condition in words, such as `age ≥ 20` or `felled in the last 7 days`. */
export function conditionText(
  { field, operator, value }: Condition,
  reader: Reader,
  schema?: FieldSchema | null,
): string {
  const { t } = reader;
  const sign = operatorText(t, operator);
  switch (operandOf[operator]) {
    case 'none':
      return `${field} ${sign}`;
    case 'days':
      return `${field} ${t(spokenDays[operator as keyof typeof spokenDays], { count: parseDays(value) ?? 0 })}`;
    case 'span':
      return `${field} ${splitSpan(value)
        .map((end) => boundText(end, schema, reader))
        .join('–')}`;
    case 'list':
      return `${field} ${sign}: ${listValues(value)
        .map((one) => boundText(one, schema, reader))
        .join(', ')}`;
    case 'point':
      return `${field} ${sign} ${boundText(value, schema, reader)}`;
    case 'text': {
      const text = boundText(value, schema, reader);
      const isWhole = (operator === '=' || operator === '!=') && text !== '';
      return `${field} ${sign} ${isWhole ? text : t('CONDITIONS.QUOTED', { text })}`;
    }
  }
}
