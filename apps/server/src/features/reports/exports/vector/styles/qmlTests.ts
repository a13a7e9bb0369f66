import { parseRule, parseRuleRange, type RuleRange, type StyleValues } from '@pgis/cartography';
import {
  companyDay,
  DATE_PATTERN,
  type Predicate,
  type Ruleset,
  resolveDates,
  toComparableText,
  toPredicate,
} from '@pgis/conditions';
import { quoteString } from './qgisTexts.ts';

/** The comparison of rules: trimmed, without case, and a missing value is empty. */
export const comparable = (column: string): string => `lower(trim(coalesce(${column},'')))`;

/** A rule as an expression of QGIS. */
export interface RuleTest {
  readonly expression: string;
  /** The field of a rule for a value or a range. */
  readonly field?: string;
  readonly value?: string;
  readonly range?: RuleRange;
  readonly hasConditions?: boolean;
}

/** `column` returns the column of a field as an expression. */
type Column = (field: string) => string;

export function testOf({ rule: name, ruleRange, ruleConditions }: StyleValues, column: Column): RuleTest {
  const rule = parseRule(name);
  // A rule of another kind matches no object.
  if (rule.kind !== 'value') return { expression: 'false' };
  if (ruleConditions !== null)
    return { expression: rulesetExpression(ruleConditions, column), hasConditions: true };
  const range = parseRuleRange(ruleRange);
  const value = toComparableText(rule.value);
  if (range === undefined)
    return {
      expression: `${comparable(column(rule.field))} = ${quoteString(value)}`,
      field: rule.field,
      value,
    };
  const { from, to, includesTo } = range;
  const expression = isInInterval(column(rule.field), {
    ...(from !== undefined && { from: { number: from, isIncluded: true } }),
    ...(to !== undefined && { to: { number: to, isIncluded: includesTo } }),
  });
  return { expression, field: rule.field, range };
}

function isInInterval(
  column: string,
  { from, to }: Pick<Extract<Predicate, { kind: 'number' }>, 'from' | 'to'>,
): string {
  const number = `try(to_real(replace(${column},',','.')))`;
  const bounds = [
    ...(from === undefined ? [] : [`${number} ${from.isIncluded ? '>=' : '>'} ${from.number}`]),
    ...(to === undefined ? [] : [`${number} ${to.isIncluded ? '<=' : '<'} ${to.number}`]),
  ];
  return `coalesce(${bounds.length === 0 ? `${number} IS NOT NULL` : bounds.join(' AND ')}, false)`;
}

function predicateExpression(column: string, predicate: Predicate): string {
  const quote = (text: string) => quoteString(toComparableText(text));
  switch (predicate.kind) {
    case 'anyOf': {
      const { texts, isNegated } = predicate;
      const isAny =
        texts.length === 0 ? 'false' : `${comparable(column)} IN (${texts.map(quote).join(', ')})`;
      return isNegated ? `NOT (${isAny})` : isAny;
    }
    case 'contains':
      return `strpos(${comparable(column)}, ${quote(predicate.text)}) > 0`;
    case 'startsWith':
      return `left(${comparable(column)}, ${toComparableText(predicate.text).length}) = ${quote(predicate.text)}`;
    case 'hasAny':
    case 'hasAll': {
      const parts = `';' || regexp_replace(${comparable(column)}, '\\\\s*;\\\\s*', ';') || ';'`;
      const tests = predicate.texts.map(
        (text) => `strpos(${parts}, ${quoteString(`;${toComparableText(text)};`)}) > 0`,
      );
      return `(${tests.join(predicate.kind === 'hasAny' ? ' OR ' : ' AND ')})`;
    }
    case 'number':
      return isInInterval(column, predicate);
    case 'date': {
      const text = `to_string(${column})`;
      const { from, before } = predicate;
      const isBetween = `${text} >= ${quoteString(from)} AND ${text} < ${quoteString(before)}`;
      return `coalesce(${isBetween} AND regexp_match(${text}, ${quoteString(DATE_PATTERN)}) > 0, false)`;
    }
  }
}

/** Dates are relative to the day of the export. */
function rulesetExpression({ condition, rules }: Ruleset, column: Column): string {
  const today = companyDay(new Date());
  const parts = rules.map((rule) =>
    predicateExpression(column(rule.field), toPredicate(resolveDates(rule, today))),
  );
  return `(${parts.join(condition === 'or' ? ' OR ' : ' AND ')})`;
}

/** True when an object may match both rules, so that the later one has to exclude the earlier one. */
export function mayOverlap(a: RuleTest, b: RuleTest): boolean {
  if (a.hasConditions || b.hasConditions) return true;
  if (a.field === undefined || b.field === undefined) return false;
  if (a.field !== b.field) return true;
  if (a.value !== undefined && b.value !== undefined) return a.value === b.value;
  if (a.range === undefined || b.range === undefined) return true;
  const endsBefore = (one: RuleRange, other: RuleRange) =>
    one.to !== undefined &&
    other.from !== undefined &&
    (one.to < other.from || (one.to === other.from && !one.includesTo));
  return !endsBefore(a.range, b.range) && !endsBefore(b.range, a.range);
}
