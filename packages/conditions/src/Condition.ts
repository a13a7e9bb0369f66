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
  'hasAny',
  'hasAll',
  'empty',
  'notEmpty',
] as const;

/** Operators that compare a date with the present day. */
export const relativeOperators = ['today', 'lastDays', 'nextDays', 'olderThanDays'] as const;

export const operators = [...fixedOperators, ...relativeOperators] as const;

/** Operators that compare with no value. They stand apart from `operandOf`, because the map asks for nothing else. */
export const operatorsWithoutValue: readonly Operator[] = ['empty', 'notEmpty', 'today'];

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
