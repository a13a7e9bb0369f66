import {
  distinctColors,
  listRules,
  paintRule,
  parseGeomStyle,
  ruleName,
  type StyleValues,
  TRIMMED_CHARACTERS,
} from '@pgis/cartography';
import { limits } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { comparableText, fieldText, rulesetCondition } from '../../db/sql/objectConditions.ts';
import { AppError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { auditClassifier, type Changer } from './auditClassifier.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import { classifierRights } from './classifierRights.ts';
import { getRow, readVisibleRows } from './visibleRows.ts';

export interface GenerateRequest extends Changer {
  readonly actor: UserActor;
  readonly layerId: number;
  readonly field: string;
}

/** D-CLS-09: rules for the values of a field as JSON text with capitalised keys. Nothing is saved. */
export async function generateStyle({ database }: AppDeps, request: GenerateRequest): Promise<string> {
  const { actor, layerId, field } = request;
  return await inTransaction(database, {}, async (db) => {
    const row = getRow(await readVisibleRows(db, request), layerId);
    if (row.kind !== 'layer') throw new AppError('NOT_FOUND');
    if (!classifierRights(actor, row).canEdit) throw new AppError('FORBIDDEN');
    if (row.layerFields.every(({ name }) => name !== field))
      throw new AppError('UNKNOWN_FIELD', { errors: [{ path: 'path/ruleKey', code: 'UNKNOWN_FIELD' }] });
    const values = await listValues(db, row, field);
    if (values.length > limits.generatedRules)
      throw new AppError('GENERATE_TOO_MANY_VALUES', { count: values.length });
    await auditClassifier(db, request, 'STYLE_GENERATED', row, { field, values: values.length });
    return JSON.stringify({ LabelRules: toRules(row.geomStyle, field, values).map(capitaliseKeys) });
  });
}

/**
 * Values as rules compare them, each in its commonest spelling, the commonest first; what many share without regard to
 * case is one. One more than a style takes is enough to refuse.
 */
async function listValues(db: Kysely<Schema>, row: ClassifierRow, field: string): Promise<string[]> {
  const text = fieldText(field);
  const { rows } = await sql<{ value: string }>`
    SELECT mode() WITHIN GROUP (ORDER BY value) AS value
    FROM (SELECT btrim(coalesce(${text}, ''), ${TRIMMED_CHARACTERS}::text) AS value, ${comparableText(text)} AS same
          FROM geoms AS g
          WHERE g.company_id = ${row.companyId}::integer AND g.class_id = ${row.sourceId ?? row.id}::bigint
            AND g.deleted_at IS NULL AND ${rulesetCondition(row.ruleset) ?? sql`true`}) AS held
    GROUP BY same
    ORDER BY count(*) DESC, same
    LIMIT ${limits.generatedRules + 1}::integer`.execute(db);
  return rows.map(({ value }) => value);
}

/** A colour of its own for each value, everything else as Default has it; the fill keeps its transparency. */
function toRules(geomStyle: string, field: string, values: readonly string[]): StyleValues[] {
  const fallback = listRules(parseGeomStyle(geomStyle).style).at(-1) as StyleValues;
  return distinctColors(values.length).map((color, index) => ({
    ...paintRule(fallback, color),
    rule: ruleName(field, values[index] ?? ''),
  }));
}

const capitaliseKeys = (rule: StyleValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rule).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]),
  );
