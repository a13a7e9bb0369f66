import {
  type Condition,
  listValues,
  type Operator,
  operandOf,
  parseBound,
  parseDays,
  splitSpan,
} from '@pgis/conditions';
import type { ReportLabels } from '@pgis/contract';
import { paperDay } from '../../../../rendering/paper/paperTexts.ts';
import type { WebTexts } from './readWebTexts.ts';

const signs: Partial<Record<Operator, string>> = {
  '=': '=',
  '!=': '!=',
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
};

const spokenDays: Partial<Record<Operator, string>> = {
  lastDays: 'CONDITIONS.LAST_DAYS',
  nextDays: 'CONDITIONS.NEXT_DAYS',
  olderThanDays: 'CONDITIONS.OLDER_THAN_DAYS',
};

function boundText(value: string): string {
  const bound = parseBound(value);
  if (bound?.kind !== 'date') return value.trim();
  const [day = '', time] = bound.text.split('T');
  return [paperDay(day), time].filter(Boolean).join(' ');
}

/** Returns a condition in words, such as `age ≥ 20`, as the web application writes it. */
export function conditionText(
  { field, operator, value }: Condition,
  { texts, labels }: { readonly texts: WebTexts; readonly labels: ReportLabels },
): string {
  const named = (one: string): string => {
    const label = labels.ofValue(field, one);
    return label === one ? boundText(one) : label;
  };
  const sign = signs[operator] ?? texts(`CONDITIONS.OPERATORS.${operator}`);
  const comparison = (): string => {
    switch (operandOf[operator]) {
      case 'none':
        return sign;
      case 'days':
        return texts(spokenDays[operator] ?? '', { count: parseDays(value) ?? 0 });
      case 'span':
        return splitSpan(value).map(named).join('–');
      case 'list':
        return `${sign}: ${listValues(value).map(named).join(', ')}`;
      case 'point':
        return `${sign} ${named(value)}`;
      case 'text': {
        const text = named(value);
        const isWhole = (operator === '=' || operator === '!=') && text !== '';
        return `${sign} ${isWhole ? text : texts('CONDITIONS.QUOTED', { text })}`;
      }
    }
  };
  return `${labels.of(field)} ${comparison()}`;
}
