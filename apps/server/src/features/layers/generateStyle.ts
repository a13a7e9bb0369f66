import {
  distinctColors,
  listFieldsOfRule,
  listRules,
  MAX_STYLE_RULES,
  NO_RULE,
  parseColor,
  parseGeomStyle,
  parseRule,
  parseRuleRange,
  type Rgba,
  type RuleRange,
  recolorRule,
  ruleName,
  type StyleValues,
} from '@pgis/cartography';
import { companyDay, type FixedRuleset, resolveRuleset, toComparableText } from '@pgis/conditions';
import { type LayerId, limits } from '@pgis/contract';
import type { Kysely, Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { auditTreeNode, type Changer } from '../../layers/tree/auditTreeNode.ts';
import { checkStyleText } from '../../layers/tree/checkStyleText.ts';
import type { TreeNodeRow } from '../../layers/tree/TreeNodeRow.ts';
import { countValues, getFieldOwner } from './listFieldValues.ts';

export interface GenerateRequest extends Changer {
  readonly actor: UserActor;
  readonly layerId: LayerId;
  readonly field: string;
}

/** D-CLS-09: makes style rules for the values of a field, as JSON text with capitalised keys. Nothing is saved. */
export async function generateStyle({ database }: AppDeps, request: GenerateRequest): Promise<string> {
  return await inTransaction(database, {}, async (db) => {
    const row = await getFieldOwner(db, request, { ...request, path: 'path/ruleKey' });
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
 * Makes rules for the values that have none yet, in the same form; existing rules stay unchanged. A number within the range
 * of a rule has that rule, and so has a value that meets the conditions of one. A new rule gets a colour that no rule has.
 */
export async function refreshStyle(
  { database }: AppDeps,
  request: GenerateRequest & { readonly geomStyle: string | undefined },
): Promise<string> {
  const { field, geomStyle } = request;
  const problems = geomStyle === undefined ? [] : checkStyleText(geomStyle);
  if (problems.length > 0) throw validationError(...problems);
  return await inTransaction(database, {}, async (db) => {
    const row = await getFieldOwner(db, request, { ...request, path: 'path/ruleKey' });
    const text = geomStyle ?? row.geomStyle;
    const rules = listRules(parseGeomStyle(text).style);
    const values = await listValues(db, row, {
      field,
      known: listNamedValues(rules, field),
      ranges: listRanges(rules, field),
      conditions: listConditions(rules, field),
    });
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
  rules.flatMap(({ rule, ruleRange, ruleConditions }) => {
    const parsed = parseRule(rule);
    return ruleRange === '' && ruleConditions === null && parsed.kind === 'value' && parsed.field === field
      ? [toComparableText(parsed.value)]
      : [];
  });

const listRanges = (rules: readonly StyleValues[], field: string): RuleRange[] =>
  rules.flatMap(({ rule, ruleRange, ruleConditions }) => {
    const parsed = parseRule(rule);
    if (ruleConditions !== null || parsed.kind !== 'value' || parsed.field !== field) return [];
    return parseRuleRange(ruleRange) ?? [];
  });

/** Returns the conditions of rules that ask for this field only. */
function listConditions(rules: readonly StyleValues[], field: string): FixedRuleset[] {
  const today = companyDay(new Date());
  return rules.flatMap((rule) => {
    const isOnField = listFieldsOfRule(rule).every((one) => one === field);
    return rule.ruleConditions && isOnField ? [resolveRuleset(rule.ruleConditions, today)] : [];
  });
}

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

/** Lists the values of a field that have no rule yet. One value more than a style can hold is enough to refuse. */
async function listValues(
  db: Kysely<Schema>,
  row: TreeNodeRow,
  selection: {
    readonly field: string;
    readonly known: readonly string[];
    readonly ranges?: readonly RuleRange[];
    readonly conditions?: readonly FixedRuleset[];
  },
): Promise<string[]> {
  const counted = await countValues(db, row, { ...selection, limit: limits.generatedRules + 1 });
  return counted.map(({ value }) => value);
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
    ...NO_RULE,
    rule: ruleName(field, value),
  }));
  return JSON.stringify({ LabelRules: rules.map(capitaliseKeys) });
}

const capitaliseKeys = (rule: StyleValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rule).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]),
  );
