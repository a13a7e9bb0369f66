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
const fieldEquals = (text: RawBuilder<string | null>, value: string): Condition =>
  sql`${comparableText(text)} = ${comparableText(bound(value))}`;

function fieldIsAnyOf(text: RawBuilder<string | null>, values: readonly string[]): Condition {
  const [first = ''] = values;
  if (values.length === 0) return sql`false`;
  if (values.length === 1) return fieldEquals(text, first);
  return sql`${comparableText(text)} = ANY (${comparableList(values)})`;
}

/** D-OBJ-14: contains, case-insensitive, without patterns: `%` is a per cent sign. */
const fieldContains = (text: RawBuilder<string | null>, value: string): Condition =>
  sql`position(lower(${value.trim()}::text) IN lower(coalesce(${text}, ''))) > 0`;

const fieldStartsWith = (text: RawBuilder<string | null>, value: string): Condition =>
  sql`starts_with(${comparableText(text)}, ${comparableText(bound(value))})`;

/** The parts of a value between semicolons, comparable. */
const partsOf = (text: RawBuilder<string | null>): RawBuilder<string[]> => sql`ARRAY(
  SELECT ${comparableText(sql`part`)} FROM unnest(string_to_array(${comparableText(text)}, ';')) AS part)`;

/** The list is one parameter, and the database makes it comparable once for all rows. */
const comparableList = (values: readonly string[]): RawBuilder<string[]> =>
  sql`ARRAY(SELECT ${comparableText(sql`value`)} FROM unnest(${[...values]}::text[]) AS value)`;

/** The pattern is tried once on a value, and what is no number is never cast. */
function fieldIsInInterval(text: RawBuilder<string | null>, { from, to }: NumberPredicate): Condition {
  const trimmed = sql<string>`btrim(${text}, ${TRIMMED_CHARACTERS}::text)`;
  const number = sql<number>`replace(${trimmed}, ',', '.')::float8`;
  const above = from && sql<boolean>`${number} ${from.isIncluded ? sql`>=` : sql`>`} ${from.number}::float8`;
  const below = to && sql<boolean>`${number} ${to.isIncluded ? sql`<=` : sql`<`} ${to.number}::float8`;
  return sql`CASE WHEN ${trimmed} ~ ${NUMBER_PATTERN}::text THEN ${allOf([above, below]) ?? sql`true`} ELSE false END`;
}

/**
 * Dates compare as texts in the order of their bytes, which no collation changes. The pattern is tried on those between
 * the bounds only.
 */
function fieldIsDateBetween(field: RawBuilder<string | null>, { from, before }: DatePredicate): Condition {
  const text = sql<string>`${field} COLLATE "C"`;
  return sql`CASE WHEN ${text} >= ${from}::text AND ${text} < ${before}::text
    THEN ${text} ~ ${DATE_PATTERN}::text ELSE false END`;
}

function isTrueFor(text: RawBuilder<string | null>, predicate: Predicate): Condition {
  switch (predicate.kind) {
    case 'anyOf': {
      const isAnyOf = fieldIsAnyOf(text, predicate.texts);
      return predicate.isNegated ? sql`NOT ${isAnyOf}` : isAnyOf;
    }
    case 'contains':
      return fieldContains(text, predicate.text);
    case 'startsWith':
      return fieldStartsWith(text, predicate.text);
    case 'hasAny':
      return sql`${partsOf(text)} && ${comparableList(predicate.texts)}`;
    case 'hasAll':
      return sql`${partsOf(text)} @> ${comparableList(predicate.texts)}`;
    case 'number':
      return fieldIsInInterval(text, predicate);
    case 'date':
      return fieldIsDateBetween(text, predicate);
  }
}

/** The value of a field of an object `g` by its name. */
export type TextOf = (field: string) => RawBuilder<string | null>;

/** SQL form of `meetsCondition` of the conditions package; never null. */
export const fieldCondition = (condition: FixedCondition, textOf: TextOf = fieldText): Condition =>
  isTrueFor(textOf(condition.field), toPredicate(condition));

/**
 * D-CLS-06: condition of a ruleset; undefined where every object passes. `!=` is exactly the opposite of `=`.
 */
export const rulesetCondition = (
  ruleset: FixedRuleset | null,
  textOf: TextOf = fieldText,
): Condition | undefined => joinRules(ruleset, (rule) => fieldCondition(rule, textOf));

/** Joins the conditions of a ruleset as it says; undefined where every object passes. */
export function joinRules(
  ruleset: FixedRuleset | null,
  toCondition: (rule: FixedCondition) => Condition,
): Condition | undefined {
  if (ruleset === null || ruleset.rules.length === 0) return undefined;
  const rules = ruleset.rules.map(toCondition);
  return sql`(${sql.join(rules, ruleset.condition === 'or' ? sql` OR ` : sql` AND `)})`;
}

/** Joins the conditions with AND; undefined when there is none. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? undefined : sql`(${sql.join(present, sql` AND `)})`;
}
