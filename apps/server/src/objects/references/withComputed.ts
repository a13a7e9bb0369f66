import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { computedFields, dataIn } from '../../layers/fieldTextIn.ts';
import { withRelated } from '../../layers/getLayerAccess.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import type { VisibleObject } from '../getVisibleObject.ts';
import type { ObjectData } from '../parseData.ts';

/** Adds the computed values of an object, as its reader may see them. What is written never has them. */
export async function withComputed(
  db: Kysely<Schema>,
  { actor }: Reader,
  object: VisibleObject,
): Promise<VisibleObject> {
  const { owner: layer, rights, row } = object;
  if (computedFields({ layer }).length === 0) return object;
  const [access] = await withRelated(db, actor, [{ layer, rights, filters: [] }]);
  if (access === undefined) return object;
  const { rows } = await sql<{ data: ObjectData }>`
    SELECT ${dataIn(access)} AS data FROM geoms AS g
    WHERE g.company_id = ${layer.companyId}::integer AND g.id = ${row.id}::bigint`.execute(db);
  return { ...object, row: { ...row, data: rows[0]?.data ?? row.data } };
}
