import type { Condition, Ruleset } from './Condition.ts';
import { resolveDates } from './resolveDates.ts';
import { type NumberPredicate, type Predicate, toPredicate } from './toPredicate.ts';
import { isStoredDate } from './values/dateText.ts';
import { parseNumberText } from './values/numberText.ts';
import { fieldValue, type ObjectData, toComparableText, toText } from './values/objectData.ts';

function isInInterval(number: number, { from, to }: NumberPredicate): boolean {
  const isBelow = from && (from.isIncluded ? number < from.number : number <= from.number);
  const isAbove = to && (to.isIncluded ? number > to.number : number >= to.number);
  return isBelow !== true && isAbove !== true;
}

function holds(predicate: Predicate, value: unknown): boolean {
  switch (predicate.kind) {
    case 'anyOf': {
      const text = toComparableText(value);
      return predicate.texts.some((one) => toComparableText(one) === text) !== predicate.isNegated;
    }
    case 'contains':
      return toComparableText(value).includes(toComparableText(predicate.text));
    case 'startsWith':
      return toComparableText(value).startsWith(toComparableText(predicate.text));
    case 'number': {
      const number = parseNumberText(value);
      return number !== undefined && isInInterval(number, predicate);
    }
    case 'date': {
      const text = toText(value);
      return isStoredDate(text) && text >= predicate.from && text < predicate.before;
    }
  }
}

/**
 * True when the object with this data meets the condition; `today` is the day of the company (`companyDay`). In SQL:
 * `fieldCondition` of the server, which holds for the same objects.
 */
export const meetsCondition = (
  data: ObjectData | null | undefined,
  condition: Condition,
  today: string,
): boolean => holds(toPredicate(resolveDates(condition, today)), fieldValue(data, condition.field));

export function meetsRuleset(
  data: ObjectData | null | undefined,
  { condition, rules }: Ruleset,
  today: string,
): boolean {
  if (rules.length === 0) return true;
  const meets = (rule: Condition): boolean => meetsCondition(data, rule, today);
  return condition === 'or' ? rules.some(meets) : rules.every(meets);
}
