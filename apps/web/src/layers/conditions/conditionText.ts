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

interface FieldText {
  readonly schema?: FieldSchema | null | undefined;
  /** Names of the values of a list; the values themselves when missing. */
  readonly labelOf?: ((value: string) => string) | undefined;
}

/** Dates of fields without a schema are written as people write them, too. */
function boundText(value: string, { schema, labelOf }: FieldText, reader: Reader): string {
  const label = labelOf?.(value) ?? value;
  if (label !== value) return label;
  if (schema) return formatFieldValue(schema, value, reader);
  const bound = parseBound(value);
  if (bound?.kind !== 'date') return value.trim();
  const [day = '', time] = bound.text.split('T');
  return [day.split('-').reverse().join('.'), time].filter(Boolean).join(' ');
}

/** Returns a condition in words, such as `age ≥ 20` or `felled in the last 7 days`; `field` as the reader knows it. */
export const conditionText = (
  { field, ...comparison }: Condition,
  reader: Reader,
  text: FieldText = {},
): string => `${field} ${comparisonText(comparison, reader, text)}`;

/** Returns a condition in words without its field: `≥ 20`. */
export function comparisonText(
  { operator, value }: Omit<Condition, 'field'>,
  reader: Reader,
  field: FieldText = {},
): string {
  const { t } = reader;
  const sign = operatorText(t, operator);
  switch (operandOf[operator]) {
    case 'none':
      return sign;
    case 'days':
      return t(spokenDays[operator as keyof typeof spokenDays], { count: parseDays(value) ?? 0 });
    case 'span':
      return splitSpan(value)
        .map((end) => boundText(end, field, reader))
        .join('–');
    case 'list':
      return `${sign}: ${listValues(value)
        .map((one) => boundText(one, field, reader))
        .join(', ')}`;
    case 'point':
      return `${sign} ${boundText(value, field, reader)}`;
    case 'text': {
      const text = boundText(value, field, reader);
      const isWhole = (operator === '=' || operator === '!=') && text !== '';
      return `${sign} ${isWhole ? text : t('CONDITIONS.QUOTED', { text })}`;
    }
  }
}
