import { setImmediate } from 'node:timers/promises';
import { TRIMMED_CHARACTERS } from '@pgis/conditions';
import {
  checkFieldValue,
  type FieldCheck,
  type FieldSchema,
  fieldCheckLimits,
  idsPerCompany,
  type LayerId,
  type ObjectId,
} from '@pgis/contract';
import { sql } from 'kysely';
import type { Database } from '../../db/openDatabase.ts';
import { type Condition, fieldText } from '../../db/sql/objectConditions.ts';
import { streamQuery } from '../../db/streamQuery.ts';
import { unknownFields } from '../../errors/unknownFields.ts';
import { getEditableLayer } from '../../layers/getEditableLayer.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import type { TreeNodeRow } from '../../layers/tree/TreeNodeRow.ts';
import { objectsOf } from './listFieldValues.ts';

interface CheckRequest {
  readonly layerId: LayerId;
  readonly field: string;
  /** Schema to try; the stored one when missing. */
  readonly schema: FieldSchema | undefined;
}

/** Other requests are served after this time of checking. */
const MAX_BUSY_MS = 20;

interface HeldValue {
  /** False for a reference that leads to no object. */
  readonly isKnown: boolean;
  readonly value: string;
  readonly count: number;
  readonly ids: readonly ObjectId[];
}

const unknownObject = { code: 'NOT_ALLOWED' } as const;

/** SQL for a grouped `value`: false where it refers to an object that its layer does not have. */
function isKnown({ companyId }: Pick<TreeNodeRow, 'companyId'>, { type, layer }: FieldSchema): Condition {
  if (type !== 'reference' || layer === undefined) return sql`true`;
  return sql`(value = '' OR CASE WHEN value ~ '^[0-9]{1,6}-[0-9]{1,10}$' THEN EXISTS (
    SELECT FROM geoms AS r
    JOIN classifiers AS c ON c.company_id = ${companyId}::integer AND c.id = ${layer}::bigint
    WHERE r.company_id = ${companyId}::integer AND r.class_id = coalesce(c.source_id, c.id) AND r.deleted_at IS NULL
      AND r.id = split_part(value, '-', 1)::bigint * ${sql.lit(idsPerCompany)} + split_part(value, '-', 2)::bigint)
    ELSE false END)`;
}

/**
 * Counts and names the values of a field that do not fit a schema. The database groups equal values, so a value is checked
 * once however many objects hold it, and the values are read as a stream.
 */
export async function checkLayerField(
  database: Database,
  reader: Reader,
  { layerId, field, schema: tried }: CheckRequest,
): Promise<FieldCheck> {
  const row = await getEditableLayer(database.db, reader, layerId);
  const stored = row.layerFields.find(({ name }) => name === field);
  if (stored === undefined) throw unknownFields([{ path: '/field', field }]);
  const given = tried ?? stored.schema;
  // An object may lack the value of a field that is not always shown.
  const schema = given?.showIf === undefined ? given : { ...given, required: false };
  const check: FieldCheck = { objects: 0, misfits: 0, distinct: 0, values: [] };
  if (schema === undefined) return check;
  const query = sql<HeldValue>`
    SELECT value, count(*)::integer AS count, ${isKnown(row, schema)} AS "isKnown",
           (array_agg(id ORDER BY id))[1:${sql.lit(fieldCheckLimits.objects)}] AS ids
    FROM (SELECT g.id, btrim(coalesce(${fieldText(field)}, ''), ${TRIMMED_CHARACTERS}::text) AS value
          FROM ${objectsOf(row)}) AS held
    GROUP BY value ORDER BY count(*) DESC, value COLLATE "C"`.compile(database.db);
  let pausedAt = performance.now();
  for await (const { value, count, ids, isKnown } of streamQuery<HeldValue>(database, query)) {
    if (performance.now() - pausedAt > MAX_BUSY_MS) {
      await setImmediate();
      pausedAt = performance.now();
    }
    check.objects += count;
    const checked = isKnown ? checkFieldValue(schema, value) : unknownObject;
    if (!('code' in checked)) continue;
    check.misfits += count;
    check.distinct += 1;
    if (check.values.length < fieldCheckLimits.values)
      check.values.push({ value, code: checked.code, count, ids: [...ids] });
  }
  return check;
}
