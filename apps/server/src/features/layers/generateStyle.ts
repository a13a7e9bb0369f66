import {
  distinctColors,
  listRules,
  MAX_STYLE_RULES,
  parseColor,
  parseGeomStyle,
  parseRule,
  type Rgba,
  recolorRule,
  ruleName,
  type StyleValues,
  TRIMMED_CHARACTERS,
  toComparableText,
} from '@pgis/cartography';
import { canBeNamedInStyles, type LayerId, limits } from '@pgis/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { comparableText, fieldText, rulesetCondition } from '../../db/sql/objectConditions.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { unknownFields } from '../../errors/unknownFields.ts';
import { getEditableLayer } from '../../layers/getEditableLayer.ts';
import { auditTreeNode, type Changer } from '../../layers/tree/auditTreeNode.ts';
import { checkStyleText } from '../../layers/tree/checkStyleText.ts';
import type { TreeNodeRow } from '../../layers/tree/TreeNodeRow.ts';

export interface GenerateRequest extends Changer {
  readonly actor: UserActor;
  readonly layerId: LayerId;
  readonly field: string;
}

/** D-CLS-09: makes style rules for the values of a field, as JSON text with capitalised keys. Nothing is saved. */
export async function generateStyle({ database }: AppDeps, request: GenerateRequest): Promise<string> {
  return await inTransaction(database, {}, async (db) => {
    const row = await getFieldOwner(db, request);
    const values = await listValues(db, row, { field: request.field, known: [] });
    const limit = limits.generatedRules;
    refuseTooMany(values, { field: request.field, max: limit, limit });
    await auditGenerated(db, request, { row, values });
    return toRulesText(row.geomStyle, {
      field: request.field,
      values,
      colors: distinctColors(values.length),
    });
  });
}

/**
 * Makes rules for the values that have none yet, in the same form; existing rules stay unchanged. A new rule gets a
 * colour that no rule has.
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
    const values = await listValues(db, row, { field, known: listNamedValues(rules, field) });
    const left = MAX_STYLE_RULES - rules.length;
    if (left < limits.generatedRules) refuseTooMany(values, { field, max: left, limit: MAX_STYLE_RULES });
    refuseTooMany(values, { field, max: limits.generatedRules, limit: limits.generatedRules });
    await auditGenerated(db, request, { row, values });
    return toRulesText(text, { field, values, colors: unusedColors(rules, values.length) });
  });
}

interface TooManyValues {
  readonly field: string;
  readonly max: number;
  /** Limit that the refusal names. */
  readonly limit: number;
}

function refuseTooMany(values: readonly string[], { field, max, limit }: TooManyValues): void {
  if (values.length <= max) return;
  throw new AppError('GENERATE_TOO_MANY_VALUES', { count: values.length, values: { field, limit } });
}

/** Returns the layer if the actor may edit it and it has the field; throws otherwise. */
async function getFieldOwner(db: Kysely<Schema>, request: GenerateRequest): Promise<TreeNodeRow> {
  const { layerId, field } = request;
  const row = await getEditableLayer(db, request, layerId);
  if (row.layerFields.every(({ name }) => name !== field))
    throw unknownFields([{ path: 'path/ruleKey', field }]);
  // Rules for this name would be parsed as rules for another field.
  if (!canBeNamedInStyles(field)) throw validationError({ path: 'path/ruleKey', code: 'FIELD_NAME' });
  return row;
}

const auditGenerated = (
  db: Transaction<Schema>,
  request: GenerateRequest,
  { row, values }: { readonly row: TreeNodeRow; readonly values: readonly string[] },
) =>
  auditTreeNode(db, request, {
    action: 'STYLE_GENERATED',
    row,
    details: { field: request.field, values: values.length },
  });

/** Returns the values of a field that have a rule, in the form in which rules compare them. */
const listNamedValues = (rules: readonly StyleValues[], field: string): string[] =>
  rules.flatMap(({ rule }) => {
    const parsed = parseRule(rule);
    return parsed.kind === 'value' && parsed.field === field ? [toComparableText(parsed.value)] : [];
  });

/** Returns the first colours of the palette that no rule uses for lines, fills or symbols. */
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
 * Lists the values of a field that have no rule yet, the most frequent first. Values that differ only in case are one, in
 * their most frequent spelling. One value more than a style can hold is enough to refuse.
 */
async function listValues(
  db: Kysely<Schema>,
  row: TreeNodeRow,
  { field, known }: { readonly field: string; readonly known: readonly string[] },
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

/** Makes a rule per value with a colour of its own; all else is taken from Default, and the fill keeps its transparency. */
function toRulesText(
  geomStyle: string,
  {
    field,
    values,
    colors,
  }: { readonly field: string; readonly values: readonly string[]; readonly colors: readonly Rgba[] },
): string {
  const fallback = listRules(parseGeomStyle(geomStyle).style).at(-1) as StyleValues;
  const rules = values.map((value, index) => ({
    ...recolorRule(fallback, colors[index] as Rgba),
    rule: ruleName(field, value),
  }));
  return JSON.stringify({ LabelRules: rules.map(capitaliseKeys) });
}

const capitaliseKeys = (rule: StyleValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rule).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]),
  );
