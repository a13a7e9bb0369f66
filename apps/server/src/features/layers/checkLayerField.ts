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
import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../access/Actor.ts';
import type { Database } from '../../db/openDatabase.ts';
import type { Schema } from '../../db/schema.ts';
import { type Condition, fieldText } from '../../db/sql/objectConditions.ts';
import { streamQuery } from '../../db/streamQuery.ts';
import { unknownFields } from '../../errors/unknownFields.ts';
import { getEditableLayer } from '../../layers/getEditableLayer.ts';
import { listLayerAccess } from '../../layers/getLayerAccess.ts';
import { layerConstants } from '../../layers/layerQuery.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import type { TreeNodeRow } from '../../layers/tree/TreeNodeRow.ts';
import { toCondition } from '../../query/toCondition.ts';
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
  /** False for a reference that leads to no object which the actor may see. */
  readonly isKnown: boolean;
  readonly value: string;
  readonly count: number;
  readonly ids: readonly ObjectId[];
}

const unknownObject = { code: 'NOT_ALLOWED' } as const;

/** SQL for a grouped `value`: false where it refers to no object of its layer that the actor may see. */
async function knownCondition(
  db: Kysely<Schema>,
  actor: Actor,
  { companyId }: Pick<TreeNodeRow, 'companyId'>,
  { type, layer }: FieldSchema,
): Promise<Condition> {
  if (type !== 'reference' || layer === undefined) return sql`true`;
  const [access] = await listLayerAccess(db, actor, [layer]);
  if (access?.layer.companyId !== companyId) return sql`(value = '')`;
  return sql`(value = '' OR CASE WHEN value ~ '^[0-9]{1,6}-[0-9]{1,10}$' THEN EXISTS (
    SELECT FROM ${layerConstants(access)} JOIN geoms AS g
      ON g.company_id = ${companyId}::integer AND ${toCondition({ layers: [access] })}
        AND g.id = split_part(value, '-', 1)::bigint * ${sql.lit(idsPerCompany)} + split_part(value, '-', 2)::bigint)
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
  const known = await knownCondition(database.db, reader.actor, row, schema);
  const query = sql<HeldValue>`
    SELECT value, count(*)::integer AS count, ${known} AS "isKnown",
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
