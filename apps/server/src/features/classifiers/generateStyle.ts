import {
  distinctColors,
  listRules,
  MAX_STYLE_RULES,
  paintRule,
  parseColor,
  parseGeomStyle,
  parseRule,
  type Rgba,
  ruleName,
  type StyleValues,
  TRIMMED_CHARACTERS,
  toComparableText,
} from '@pgis/cartography';
import { canBeNamedInStyles, limits } from '@pgis/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { comparableText, fieldText, rulesetCondition } from '../../db/sql/objectConditions.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { auditClassifier, type Changer } from './auditClassifier.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import { checkStyleText } from './checkStyleText.ts';
import { getEditableLayer } from './getEditableLayer.ts';

export interface GenerateRequest extends Changer {
  readonly actor: UserActor;
  readonly layerId: number;
  readonly field: string;
}

/** D-CLS-09: rules for the values of a field as JSON text with capitalised keys. Nothing is saved. */
export async function generateStyle({ database }: AppDeps, request: GenerateRequest): Promise<string> {
  return await inTransaction(database, {}, async (db) => {
    const row = await getFieldOwner(db, request);
    const values = await listValues(db, row, request.field, []);
    if (values.length > limits.generatedRules)
      throw new AppError('GENERATE_TOO_MANY_VALUES', { count: values.length });
    await auditGenerated(db, request, row, values);
    return toRulesText(row.geomStyle, request.field, values, distinctColors(values.length));
  });
}

/**
 * Rules for the values that have none yet, in the same form; those that are there keep what somebody has made of them.
 * A new rule takes a colour that no rule has.
 */
export async function refreshStyle(
  { database }: AppDeps,
  request: GenerateRequest & { readonly geomStyle: string | undefined },
): Promise<string> {
  const { field, geomStyle } = request;
  const problems = geomStyle === undefined ? [] : checkStyleText(geomStyle);
  if (problems.length > 0) throw validationError(...problems);
  return await inTransaction(database, {}, async (db) => {
    const row = await getFieldOwner(db, request);
    const text = geomStyle ?? row.geomStyle;
    const rules = listRules(parseGeomStyle(text).style);
    const values = await listValues(db, row, field, listNamedValues(rules, field));
    const left = MAX_STYLE_RULES - rules.length;
    if (values.length > Math.min(limits.generatedRules, left))
      throw new AppError('GENERATE_TOO_MANY_VALUES', { count: values.length });
    await auditGenerated(db, request, row, values);
    return toRulesText(text, field, values, unusedColors(rules, values.length));
  });
}

/** The layer, which the actor may edit and which has the field. */
async function getFieldOwner(db: Kysely<Schema>, request: GenerateRequest): Promise<ClassifierRow> {
  const { layerId, field } = request;
  const row = await getEditableLayer(db, request, layerId);
  if (row.layerFields.every(({ name }) => name !== field))
    throw new AppError('UNKNOWN_FIELD', { errors: [{ path: 'path/ruleKey', code: 'UNKNOWN_FIELD' }] });
  // Rules for it would be read as rules for another field.
  if (!canBeNamedInStyles(field)) throw validationError({ path: 'path/ruleKey', code: 'FIELD_NAME' });
  return row;
}

const auditGenerated = (
  db: Transaction<Schema>,
  request: GenerateRequest,
  row: ClassifierRow,
  values: readonly string[],
) => auditClassifier(db, request, 'STYLE_GENERATED', row, { field: request.field, values: values.length });

/** The values of a field that rules name, as rules compare them. */
const listNamedValues = (rules: readonly StyleValues[], field: string): string[] =>
  rules.flatMap(({ rule }) => {
    const parsed = parseRule(rule);
    return parsed.kind === 'value' && parsed.field === field ? [toComparableText(parsed.value)] : [];
  });

/** The first colours of the usual ones that no rule has on its lines, fills or symbols. */
function unusedColors(rules: readonly StyleValues[], count: number): readonly Rgba[] {
  const used = new Set(
    rules.flatMap(({ lineColor, fillColor, pointColor, pointBgColor }) =>
      [lineColor, fillColor, pointColor, pointBgColor].map((color) => String(parseColor(color)?.slice(0, 3))),
    ),
  );
  return distinctColors(count + used.size)
    .filter((color) => !used.has(String(color.slice(0, 3))))
    .slice(0, count);
}

/**
 * Values as rules compare them, each in its commonest spelling, the commonest first; what many share without regard to
 * case is one. Without those that are known. One more than a style takes is enough to refuse.
 */
async function listValues(
  db: Kysely<Schema>,
  row: ClassifierRow,
  field: string,
  known: readonly string[],
): Promise<string[]> {
  const text = fieldText(field);
  const { rows } = await sql<{ value: string }>`
    SELECT mode() WITHIN GROUP (ORDER BY value) AS value
    FROM (SELECT btrim(coalesce(${text}, ''), ${TRIMMED_CHARACTERS}::text) AS value, ${comparableText(text)} AS same
          FROM geoms AS g
          WHERE g.company_id = ${row.companyId}::integer AND g.class_id = ${row.sourceId ?? row.id}::bigint
            AND g.deleted_at IS NULL AND ${rulesetCondition(row.ruleset) ?? sql`true`}) AS held
    WHERE same <> ALL(${known}::text[])
    GROUP BY same
    ORDER BY count(*) DESC, same
    LIMIT ${limits.generatedRules + 1}::integer`.execute(db);
  return rows.map(({ value }) => value);
}

/** A colour of its own for each value, everything else as Default has it; the fill keeps its transparency. */
function toRulesText(
  geomStyle: string,
  field: string,
  values: readonly string[],
  colors: readonly Rgba[],
): string {
  const fallback = listRules(parseGeomStyle(geomStyle).style).at(-1) as StyleValues;
  const rules = values.map((value, index) => ({
    ...paintRule(fallback, colors[index] as Rgba),
    rule: ruleName(field, value),
  }));
  return JSON.stringify({ LabelRules: rules.map(capitaliseKeys) });
}

const capitaliseKeys = (rule: StyleValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rule).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]),
  );
