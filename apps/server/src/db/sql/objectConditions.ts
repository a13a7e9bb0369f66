import { NUMBER_PATTERN, type RuleRange, TRIMMED_CHARACTERS } from '@pgis/cartography';
import type { ReportRuleset, Ruleset } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';

/** Conditions on a row `g` of `geoms`. Names of fields are bound like values. */
export type Condition = RawBuilder<boolean>;

/** A field of `g.data` as text; null where it is missing. */
export const fieldText = (field: string): RawBuilder<string | null> => sql`(g.data ->> ${field}::text)`;

/**
 * SQL form of `toComparableText` of the cartography package: trimmed, lower case, a missing value is empty.
 */
export const comparableText = (text: RawBuilder<string | null>): RawBuilder<string> =>
  sql`lower(btrim(coalesce(${text}, ''), ${TRIMMED_CHARACTERS}::text))`;

/** SQL form of `parseNumberText` of the cartography package: null for what is no number. */
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

/** D-OBJ-14: contains, case-insensitive, without patterns: `%` is a per cent sign. */
const fieldContains = (field: string, value: string): Condition =>
  sql`position(lower(${value.trim()}::text) IN lower(coalesce(${fieldText(field)}, ''))) > 0`;

/** A comparison of one field of an object with a value. */
export type FieldCondition = ReportRuleset['rules'][number];

export function fieldCondition({ field, operator, value }: FieldCondition): Condition {
  switch (operator) {
    case '=':
      return fieldEquals(field, value);
    case '!=':
      return sql`NOT ${fieldEquals(field, value)}`;
    case 'contains':
      return fieldContains(field, value);
  }
}

/**
 * D-CLS-06: condition of a ruleset; undefined where every object passes. `!=` is exactly the opposite of `=`.
 */
export function rulesetCondition(ruleset: Ruleset | ReportRuleset | null): Condition | undefined {
  if (ruleset === null || ruleset.rules.length === 0) return undefined;
  const rules = ruleset.rules.map(fieldCondition);
  return sql`(${sql.join(rules, ruleset.condition === 'or' ? sql` OR ` : sql` AND `)})`;
}

/** Joins the conditions with AND; undefined when there is none. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? undefined : sql`(${sql.join(present, sql` AND `)})`;
}
