import type { RuleRange } from '@pgis/cartography';
import { companyDay, type FixedRuleset, resolveRuleset, TRIMMED_CHARACTERS } from '@pgis/conditions';
import { canBeNamedInStyles, type FieldValues, type LayerId, limits } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { comparableText, numberInRange, numberOf, rulesetCondition } from '../../db/sql/objectConditions.ts';
import { validationError } from '../../errors/AppError.ts';
import { unknownFields } from '../../errors/unknownFields.ts';
import { getEditableLayer } from '../../layers/getEditableLayer.ts';
import { ownFieldText } from '../../layers/ownFields.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import type { TreeNodeRow } from '../../layers/tree/TreeNodeRow.ts';

interface FieldOfLayer {
  readonly layerId: LayerId;
  readonly field: string;
  /** Part of the request that names the field. */
  readonly path: string;
}

/** Returns the layer if the reader may edit it and rules can name its field; throws otherwise. */
export async function getFieldOwner(
  db: Kysely<Schema>,
  reader: Reader,
  { layerId, field, path }: FieldOfLayer,
): Promise<TreeNodeRow> {
  const row = await getEditableLayer(db, reader, layerId);
  if (row.layerFields.every(({ name }) => name !== field)) throw unknownFields([{ path, field }]);
  // Rules for this name would be parsed as rules for another field.
  if (!canBeNamedInStyles(field)) throw validationError({ path, code: 'FIELD_NAME' });
  return row;
}

/** Rows `g` of the objects that a layer or view shows. */
export const objectsOf = ({
  companyId,
  sourceId,
  id,
  ruleset,
  layerFields,
}: TreeNodeRow): RawBuilder<unknown> => sql`
  geoms AS g WHERE g.company_id = ${companyId}::integer AND g.class_id = ${sourceId ?? id}::bigint
    AND g.deleted_at IS NULL
    AND ${rulesetCondition(ruleset && resolveRuleset(ruleset, companyDay(new Date())), textIn({ layerFields })) ?? sql`true`}`;

/** Returns how the fields of these objects are read, measures included. */
const textIn = ({ layerFields }: Pick<TreeNodeRow, 'layerFields'>) =>
  ownFieldText({ strictFields: layerFields });

interface ValueSelection {
  readonly field: string;
  /** Values to leave out, as `toComparableText` writes them. */
  readonly known: readonly string[];
  /** Ranges of numbers to leave out. */
  readonly ranges?: readonly RuleRange[];
  /** Conditions whose objects are left out. */
  readonly conditions?: readonly FixedRuleset[];
  readonly limit: number;
}

interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/**
 * Counts the values of a field, the most frequent first. Values that differ only in case are one, in their most frequent
 * spelling.
 */
export async function countValues(
  db: Kysely<Schema>,
  row: TreeNodeRow,
  { field, known, ranges = [], conditions = [], limit }: ValueSelection,
): Promise<ValueCount[]> {
  const text = textIn(row)(field);
  const inRanges = ranges.map((range) => numberInRange(sql`number`, range));
  const isCovered = ranges.length === 0 ? sql`false` : sql.join(inRanges, sql` OR `);
  const met = conditions.map((one) => rulesetCondition(one, textIn(row)) ?? sql`true`);
  const { rows } = await sql<ValueCount>`
    SELECT mode() WITHIN GROUP (ORDER BY value) AS value, count(*)::integer AS count
    FROM (SELECT btrim(coalesce(${text}, ''), ${TRIMMED_CHARACTERS}::text) AS value, ${comparableText(text)} AS same,
            ${ranges.length === 0 ? sql`NULL::float8` : numberOf(text)} AS number
          FROM ${objectsOf(row)} AND NOT (${sql.join([sql`false`, ...met], sql` OR `)})) AS held
    WHERE same <> ALL(${known}::text[]) AND (number IS NULL OR NOT (${isCovered}))
    GROUP BY same
    ORDER BY count(*) DESC, same
    LIMIT ${limit}::integer`.execute(db);
  return rows;
}

/** Values of a field with their counts, and the distribution of its numbers, for the rules of a style. */
export async function listFieldValues(
  db: Kysely<Schema>,
  reader: Reader,
  { layerId, field }: Omit<FieldOfLayer, 'path'>,
): Promise<FieldValues> {
  const row = await getFieldOwner(db, reader, { layerId, field, path: 'query/field' });
  const total = await countObjects(db, row, field);
  const values = await countValues(db, row, { field, known: [''], limit: limits.fieldValues.listed });
  return { ...total, values, numbers: await readSteps(db, row, field) };
}

async function countObjects(
  db: Kysely<Schema>,
  row: TreeNodeRow,
  field: string,
): Promise<Pick<FieldValues, 'objects' | 'empty' | 'distinct'>> {
  const { rows } = await sql<Pick<FieldValues, 'objects' | 'empty' | 'distinct'>>`
    SELECT count(*)::integer AS objects, (count(*) FILTER (WHERE same = ''))::integer AS empty,
           count(DISTINCT nullif(same, ''))::integer AS "distinct"
    FROM (SELECT ${comparableText(textIn(row)(field))} AS same FROM ${objectsOf(row)}) AS held`.execute(db);
  return rows[0] ?? { objects: 0, empty: 0, distinct: 0 };
}

/**
 * Counts numbers in ascending steps: one for each number, or, of a field with more of them, steps that hold about equally
 * many objects. A step begins at a number that exists, so classes that begin with a step are counted exactly.
 */
async function readSteps(
  db: Kysely<Schema>,
  row: TreeNodeRow,
  field: string,
): Promise<FieldValues['numbers']> {
  const { steps } = limits.fieldValues;
  const { rows } = await sql<FieldValues['numbers'][number]>`
    WITH held AS (
      SELECT number, count(*) AS count
      FROM (SELECT ${numberOf(textIn(row)(field))} AS number FROM ${objectsOf(row)}) AS texts
      WHERE number IS NOT NULL GROUP BY number
    ), placed AS (
      SELECT number, count, sum(count) OVER (ORDER BY number) AS running, sum(count) OVER () AS total,
             row_number() OVER (ORDER BY number) AS position, count(*) OVER () AS numbers
      FROM held
    )
    SELECT min(number) AS "from", max(number) AS "to", sum(count)::integer AS count,
           sum(number * count)::float8 AS sum
    FROM placed
    GROUP BY CASE WHEN numbers <= ${steps}::integer THEN position
                  ELSE div((running - count) * ${steps}::integer, total) END
    ORDER BY 1`.execute(db);
  return rows;
}
