/** Operators whose meaning is the same on each day. */
export const fixedOperators = [
  '=',
  '!=',
  'contains',
  'startsWith',
  '<',
  '<=',
  '>',
  '>=',
  'between',
  'in',
  'empty',
  'notEmpty',
] as const;

/** Operators that compare a date with the present day. */
export const relativeOperators = ['today', 'lastDays', 'nextDays', 'olderThanDays'] as const;

export const operators = [...fixedOperators, ...relativeOperators] as const;

export type FixedOperator = (typeof fixedOperators)[number];
export type Operator = (typeof operators)[number];

/**
 * Compares one field of an object with a value. The value is one text; lists and both ends of `between` are one value a
 * line.
 */
export interface Condition<Kind extends Operator = Operator> {
  readonly field: string;
  readonly operator: Kind;
  readonly value: string;
}

/** Conditions of which all (`and`) or at least one (`or`) must hold; without any, every object passes. */
export interface Ruleset<Kind extends Operator = Operator> {
  readonly condition: 'and' | 'or';
  readonly rules: readonly Condition<Kind>[];
}

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
