import {
  listRules,
  parseGeomStyle,
  parseRule,
  parseRuleRange,
  parseTemplate,
  type RuleRange,
} from '@pgis/cartography';
import { companyDay, type FixedRuleset, resolveRuleset, TRIMMED_CHARACTERS } from '@pgis/conditions';
import { type RawBuilder, sql } from 'kysely';
import {
  comparableText,
  fieldText,
  numberInRange,
  numberOf,
  rulesetCondition,
  type TextOf,
} from '../db/sql/objectConditions.ts';

type Text = RawBuilder<string>;

/** `fillTemplate` of the cartography package in SQL, for an object `g`. */
function filledTemplate(template: string, textOf: TextOf): Text {
  const parts = parseTemplate(template).map((part) => {
    if (part.kind === 'text') return sql`${part.text}::text`;
    return part.kind === 'field' ? textOf(part.field) : sql.ref(`g.${part.kind}`);
  });
  return sql`btrim(concat(${sql.join(parts)}), ${TRIMMED_CHARACTERS}::text)`;
}

interface LabelRule {
  readonly field: string;
  readonly value: string;
  /** Numbers that the rule is for instead of `value`. */
  readonly range: RuleRange | undefined;
  /** Conditions that the rule has instead of `value`. */
  readonly conditions: FixedRuleset | null;
  readonly template: string;
}

/** The rules that come before Default, each with its template; a theme lets them rest (D-CLS-14). */
function readLabelRules(geomStyle: string): { rules: LabelRule[]; otherwise: string } {
  const { style } = parseGeomStyle(geomStyle);
  const all = listRules(style);
  const otherwise = all.at(-1)?.objLabel ?? '';
  if ((style.theme ?? 'none') !== 'none') return { rules: [], otherwise };
  const today = companyDay(new Date());
  const rules = all.slice(0, -1).flatMap(({ rule, ruleRange, ruleConditions, objLabel }) => {
    const parsed = parseRule(rule);
    if (parsed.kind !== 'value') return [];
    const { field, value } = parsed;
    const conditions = ruleConditions && resolveRuleset(ruleConditions, today);
    return [{ field, value, range: parseRuleRange(ruleRange), conditions, template: objLabel }];
  });
  return { rules, otherwise };
}

const isForValueOf = ({ field, range, conditions }: LabelRule, name: string): boolean =>
  field === name && range === undefined && conditions === null;

const toText = (template: string, textOf: TextOf): Text =>
  template === '' ? sql`''::text` : filledTemplate(template, textOf);

/**
 * The label of an object `g` in a layer with this style: the template of the first rule that matches it, else that of
 * Default (D-STYLE-01, D-CLS-10). Undefined when no object of the layer has a label.
 */
export function labelText(geomStyle: string, textOf: TextOf = fieldText): Text | undefined {
  const { rules, otherwise } = readLabelRules(geomStyle);
  if (rules.every(({ template }) => template === otherwise))
    return otherwise === '' ? undefined : filledTemplate(otherwise, textOf);
  const field = rules[0]?.field ?? '';
  const last = sql`ELSE ${toText(otherwise, textOf)} END`;
  // Rules on one field (what the generator makes) read it once.
  if (rules.every((rule) => isForValueOf(rule, field))) {
    const cases = rules.map(
      ({ value, template }) =>
        sql`WHEN ${comparableText(sql`${value}::text`)} THEN ${toText(template, textOf)}`,
    );
    return sql`CASE ${comparableText(textOf(field))} ${sql.join(cases, sql` `)} ${last}`;
  }
  // Names of fields are the users', so the columns have numbers.
  const fields = [...new Set(rules.map((rule) => rule.field))];
  const column = <T>(kind: 'text' | 'number', name: string) => sql.ref<T>(`f.${kind}${fields.indexOf(name)}`);
  const cases = rules.map(({ field: name, value, range, conditions, template }) => {
    const matches =
      rulesetCondition(conditions, textOf) ??
      (range === undefined
        ? sql`${column('text', name)} = ${comparableText(sql`${value}::text`)}`
        : numberInRange(column('number', name), range));
    return sql`WHEN ${matches} THEN ${toText(template, textOf)}`;
  });
  const columns = fields.flatMap((name, index) => [
    sql`${comparableText(textOf(name))} AS ${sql.id(`text${index}`)}`,
    sql`${numberOf(textOf(name))} AS ${sql.id(`number${index}`)}`,
  ]);
  // The planner would copy the columns into each of up to hundreds of cases; it never does so past an OFFSET.
  return sql`(SELECT CASE ${sql.join(cases, sql` `)} ${last} FROM (SELECT ${sql.join(columns)} OFFSET 0) AS f)`;
}
