import type { RuleRange } from '@pgis/cartography';
import {
  DATE_PATTERN,
  type DatePredicate,
  type FixedCondition,
  type FixedRuleset,
  NUMBER_PATTERN,
  type NumberPredicate,
  type Predicate,
  TRIMMED_CHARACTERS,
  toPredicate,
} from '@pgis/conditions';
import { type RawBuilder, sql } from 'kysely';

/** Conditions on a row `g` of `geoms`. Names of fields are bound like values. */
export type Condition = RawBuilder<boolean>;

/** A field of `g.data` as text; null where it is missing. */
export const fieldText = (field: string): RawBuilder<string | null> => sql`(g.data ->> ${field}::text)`;

/**
 * SQL form of `toComparableText` of the conditions package: trimmed, lower case, a missing value is empty.
 */
export const comparableText = (text: RawBuilder<string | null>): RawBuilder<string> =>
  sql`lower(btrim(coalesce(${text}, ''), ${TRIMMED_CHARACTERS}::text))`;

/** SQL form of `parseNumberText` of the conditions package: null for what is no number. */
export const numberOf = (text: RawBuilder<string | null>): RawBuilder<number | null> => {
  const trimmed = sql<string>`btrim(${text}, ${TRIMMED_CHARACTERS}::text)`;
  return sql`CASE WHEN ${trimmed} ~ ${NUMBER_PATTERN}::text THEN replace(${trimmed}, ',', '.')::float8 END`;
};

/** Condition that a number is in a range; false or null for what is no number. */
export function numberInRange(
  number: RawBuilder<number | null>,
  { from, to, includesTo }: RuleRange,
): Condition {
  const above = from === undefined ? undefined : sql<boolean>`${number} >= ${from}::float8`;
  const below = includesTo
    ? sql<boolean>`${number} <= ${to}::float8`
    : sql<boolean>`${number} < ${to}::float8`;
  return allOf([above, to === undefined ? undefined : below]) ?? sql<boolean>`${number} IS NOT NULL`;
}

const bound = (value: string): RawBuilder<string> => sql`${value}::text`;

/** Condition that a field holds a value, compared as rules compare (D-CLS-06, D-CLS-10). */
const fieldEquals = (field: string, value: string): Condition =>
  sql`${comparableText(fieldText(field))} = ${comparableText(bound(value))}`;

function fieldIsAnyOf(field: string, values: readonly string[]): Condition {
  const [first = ''] = values;
  if (values.length === 0) return sql`false`;
  if (values.length === 1) return fieldEquals(field, first);
  return sql`${comparableText(fieldText(field))} = ANY (${comparableList(values)})`;
}

/** D-OBJ-14: contains, case-insensitive, without patterns: `%` is a per cent sign. */
const fieldContains = (field: string, value: string): Condition =>
  sql`position(lower(${value.trim()}::text) IN lower(coalesce(${fieldText(field)}, ''))) > 0`;

const fieldStartsWith = (field: string, value: string): Condition =>
  sql`starts_with(${comparableText(fieldText(field))}, ${comparableText(bound(value))})`;

/** The parts of a value between semicolons, comparable. */
const partsOf = (field: string): RawBuilder<string[]> => sql`ARRAY(
  SELECT ${comparableText(sql`part`)} FROM unnest(string_to_array(${comparableText(fieldText(field))}, ';')) AS part)`;

/** The list is one parameter, and the database makes it comparable once for all rows. */
const comparableList = (values: readonly string[]): RawBuilder<string[]> =>
  sql`ARRAY(SELECT ${comparableText(sql`value`)} FROM unnest(${[...values]}::text[]) AS value)`;

/** The pattern is tried once on a value, and what is no number is never cast. */
function fieldIsInInterval(field: string, { from, to }: NumberPredicate): Condition {
  const trimmed = sql<string>`btrim(${fieldText(field)}, ${TRIMMED_CHARACTERS}::text)`;
  const number = sql<number>`replace(${trimmed}, ',', '.')::float8`;
  const above = from && sql<boolean>`${number} ${from.isIncluded ? sql`>=` : sql`>`} ${from.number}::float8`;
  const below = to && sql<boolean>`${number} ${to.isIncluded ? sql`<=` : sql`<`} ${to.number}::float8`;
  return sql`CASE WHEN ${trimmed} ~ ${NUMBER_PATTERN}::text THEN ${allOf([above, below]) ?? sql`true`} ELSE false END`;
}

/**
 * Dates compare as texts in the order of their bytes, which no collation changes. The pattern is tried on those between
 * the bounds only.
 */
function fieldIsDateBetween(field: string, { from, before }: DatePredicate): Condition {
  const text = sql<string>`${fieldText(field)} COLLATE "C"`;
  return sql`CASE WHEN ${text} >= ${from}::text AND ${text} < ${before}::text
    THEN ${text} ~ ${DATE_PATTERN}::text ELSE false END`;
}

function isTrueFor(field: string, predicate: Predicate): Condition {
  switch (predicate.kind) {
    case 'anyOf': {
      const isAnyOf = fieldIsAnyOf(field, predicate.texts);
      return predicate.isNegated ? sql`NOT ${isAnyOf}` : isAnyOf;
    }
    case 'contains':
      return fieldContains(field, predicate.text);
    case 'startsWith':
      return fieldStartsWith(field, predicate.text);
    case 'hasAny':
      return sql`${partsOf(field)} && ${comparableList(predicate.texts)}`;
    case 'hasAll':
      return sql`${partsOf(field)} @> ${comparableList(predicate.texts)}`;
    case 'number':
      return fieldIsInInterval(field, predicate);
    case 'date':
      return fieldIsDateBetween(field, predicate);
  }
}

/** SQL form of `meetsCondition` of the conditions package; never null. */
export const fieldCondition = (condition: FixedCondition): Condition =>
  isTrueFor(condition.field, toPredicate(condition));

/**
 * D-CLS-06: condition of a ruleset; undefined where every object passes. `!=` is exactly the opposite of `=`.
 */
export function rulesetCondition(ruleset: FixedRuleset | null): Condition | undefined {
  if (ruleset === null || ruleset.rules.length === 0) return undefined;
  const rules = ruleset.rules.map(fieldCondition);
  return sql`(${sql.join(rules, ruleset.condition === 'or' ? sql` OR ` : sql` AND `)})`;
}

/** Joins the conditions with AND; undefined when there is none. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? undefined : sql`(${sql.join(present, sql` AND `)})`;
}
