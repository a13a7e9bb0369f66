import { listValues } from './operandOf.ts';
import { type Bound, isAbove, parseBound, splitSpan } from './operands.ts';
import type { FixedCondition } from './resolveDates.ts';

/** Test of one value: the few forms that JavaScript and SQL have to agree on. */
export type Predicate =
  /** The comparable text of the value is one of these; `isNegated` turns it round. */
  | { readonly kind: 'anyOf'; readonly texts: readonly string[]; readonly isNegated: boolean }
  | { readonly kind: 'contains' | 'startsWith'; readonly text: string }
  /** The parts of the value between semicolons, made comparable, include one or all of these; there is at least one. */
  | { readonly kind: 'hasAny' | 'hasAll'; readonly texts: readonly string[] }
  | NumberPredicate
  | DatePredicate;

/** The value is a number in the interval; a missing bound is open. */
export interface NumberPredicate {
  readonly kind: 'number';
  readonly from?: { readonly number: number; readonly isIncluded: boolean };
  readonly to?: { readonly number: number; readonly isIncluded: boolean };
}

/** The value is a stored date, and its text lies between these in the order of their bytes: `from` included, `before` not. */
export interface DatePredicate {
  readonly kind: 'date';
  readonly from: string;
  readonly before: string;
}

const nothing: Predicate = { kind: 'anyOf', texts: [], isNegated: false };

/** Texts of stored dates begin with a digit, so they lie between these. */
const FIRST_DATE = '0';
const AFTER_DATES = ':';

/**
 * Returns a text that follows a bound and all that belongs to it: the times of a day, which begin with `T`, but not the
 * seconds after a minute, which begin with `:`.
 */
const after = (text: string): string => `${text}${text.includes('T') ? '!' : '~'}`;

function comparison(operator: '<' | '<=' | '>' | '>=', bound: Bound): Predicate {
  const isIncluded = operator.endsWith('=');
  if (bound.kind === 'number') {
    const end = { number: bound.number, isIncluded };
    return operator.startsWith('<') ? { kind: 'number', to: end } : { kind: 'number', from: end };
  }
  const { text } = bound;
  return operator.startsWith('<')
    ? { kind: 'date', from: FIRST_DATE, before: isIncluded ? after(text) : text }
    : { kind: 'date', from: isIncluded ? text : after(text), before: AFTER_DATES };
}

function span(from: Bound | undefined, to: Bound | undefined): Predicate {
  if (from === undefined || to === undefined || isAbove(from, to)) return nothing;
  if (from.kind === 'number' && to.kind === 'number')
    return {
      kind: 'number',
      from: { number: from.number, isIncluded: true },
      to: { number: to.number, isIncluded: true },
    };
  return from.kind === 'date' && to.kind === 'date'
    ? { kind: 'date', from: from.text, before: after(to.text) }
    : nothing;
}

/** Translates a condition for both of its implementations. A value that makes no sense holds for no object. */
export function toPredicate({ operator, value }: Pick<FixedCondition, 'operator' | 'value'>): Predicate {
  switch (operator) {
    case '=':
    case '!=':
      return { kind: 'anyOf', texts: [value], isNegated: operator === '!=' };
    case 'empty':
    case 'notEmpty':
      return { kind: 'anyOf', texts: [''], isNegated: operator === 'notEmpty' };
    case 'in':
      return { kind: 'anyOf', texts: listValues(value), isNegated: false };
    case 'hasAny':
    case 'hasAll': {
      const texts = listValues(value);
      return texts.length === 0 ? nothing : { kind: operator, texts };
    }
    case 'contains':
    case 'startsWith':
      return { kind: operator, text: value };
    case 'between': {
      const [from, to] = splitSpan(value);
      return span(parseBound(from), parseBound(to));
    }
    default: {
      const bound = parseBound(value);
      return bound === undefined ? nothing : comparison(operator, bound);
    }
  }
}
