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

/** Test of one value. What does not depend on the value is prepared once. */
function compilePredicate(predicate: Predicate): (value: unknown) => boolean {
  switch (predicate.kind) {
    case 'anyOf': {
      const texts = new Set(predicate.texts.map(toComparableText));
      return (value) => texts.has(toComparableText(value)) !== predicate.isNegated;
    }
    case 'contains': {
      const text = toComparableText(predicate.text);
      return (value) => toComparableText(value).includes(text);
    }
    case 'startsWith': {
      const text = toComparableText(predicate.text);
      return (value) => toComparableText(value).startsWith(text);
    }
    case 'hasAny':
    case 'hasAll': {
      const texts = predicate.texts.map(toComparableText);
      return (value) => {
        const parts = toComparableText(value).split(';').map(toComparableText);
        const has = (text: string) => parts.includes(text);
        return predicate.kind === 'hasAny' ? texts.some(has) : texts.every(has);
      };
    }
    case 'number':
      return (value) => {
        const number = parseNumberText(value);
        return number !== undefined && isInInterval(number, predicate);
      };
    case 'date':
      return (value) => {
        const text = toText(value);
        return isStoredDate(text) && text >= predicate.from && text < predicate.before;
      };
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
): boolean =>
  compilePredicate(toPredicate(resolveDates(condition, today)))(fieldValue(data, condition.field));

export type ObjectTest = (data: ObjectData | null | undefined) => boolean;

/** Prepares a ruleset for many objects. */
export function compileRuleset({ condition, rules }: Ruleset, today: string): ObjectTest {
  if (rules.length === 0) return () => true;
  const tests = rules.map((rule): ObjectTest => {
    const test = compilePredicate(toPredicate(resolveDates(rule, today)));
    return (data) => test(fieldValue(data, rule.field));
  });
  return (data) =>
    condition === 'or' ? tests.some((meets) => meets(data)) : tests.every((meets) => meets(data));
}

export const meetsRuleset = (data: ObjectData | null | undefined, ruleset: Ruleset, today: string): boolean =>
  compileRuleset(ruleset, today)(data);
