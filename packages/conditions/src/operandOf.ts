import type { Operator } from './Condition.ts';

/** Kinds of values: `point` is one number, date or time, `span` is two of them, `days` is a number of days. */
export type Operand = 'none' | 'text' | 'list' | 'point' | 'span' | 'days';

export const operandOf: Readonly<Record<Operator, Operand>> = {
  '=': 'text',
  '!=': 'text',
  contains: 'text',
  startsWith: 'text',
  '<': 'point',
  '<=': 'point',
  '>': 'point',
  '>=': 'point',
  between: 'span',
  in: 'list',
  hasAny: 'list',
  hasAll: 'list',
  empty: 'none',
  notEmpty: 'none',
  today: 'none',
  lastDays: 'days',
  nextDays: 'days',
  olderThanDays: 'days',
};

/** Values of a list: one a line, trimmed; empty lines do not count. */
export const listValues = (value: string): readonly string[] =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
