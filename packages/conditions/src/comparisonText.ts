import type { Condition, Operator } from './Condition.ts';
import { listValues, operandOf } from './operandOf.ts';
import { parseBound, parseDays, splitSpan } from './operands.ts';
import { displayDay } from './values/dateText.ts';

/** Texts of a reader's language by their path in `CONDITIONS`, such as `OPERATORS.contains`; `count` selects a plural form. */
export type ConditionTexts = (path: string, values?: Readonly<Record<string, string | number>>) => string;

const signs: Partial<Record<Operator, string>> = {
  '=': '=',
  '!=': '!=',
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
};

const spokenDays: Partial<Record<Operator, string>> = {
  lastDays: 'LAST_DAYS',
  nextDays: 'NEXT_DAYS',
  olderThanDays: 'OLDER_THAN_DAYS',
};

/** Returns the operator as lists offer it. */
export const operatorText = (texts: ConditionTexts, operator: Operator): string =>
  signs[operator] ?? texts(`OPERATORS.${operator}`);

/** Returns a date as people write it, and any other value of a condition trimmed. */
export function boundText(value: string): string {
  const bound = parseBound(value);
  if (bound?.kind !== 'date') return value.trim();
  const [day = '', time] = bound.text.split('T');
  return [displayDay(day), time].filter(Boolean).join(' ');
}

/** Returns a condition in words without its field, such as `≥ 20` or `in the last 7 days`; `valueText` writes one value. */
export function comparisonText(
  { operator, value }: Omit<Condition, 'field'>,
  texts: ConditionTexts,
  valueText: (value: string) => string,
): string {
  const sign = operatorText(texts, operator);
  switch (operandOf[operator]) {
    case 'none':
      return sign;
    case 'days':
      return texts(spokenDays[operator] ?? '', { count: parseDays(value) ?? 0 });
    case 'span':
      return splitSpan(value).map(valueText).join('–');
    case 'list':
      return `${sign}: ${listValues(value).map(valueText).join(', ')}`;
    case 'point':
      return `${sign} ${valueText(value)}`;
    case 'text': {
      const text = valueText(value);
      const isWhole = (operator === '=' || operator === '!=') && text !== '';
      return `${sign} ${isWhole ? text : texts('QUOTED', { text })}`;
    }
  }
}
