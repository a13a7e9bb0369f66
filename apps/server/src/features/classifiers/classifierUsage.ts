import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { comparableText, fieldText } from '../../db/sql/objectConditions.ts';
import { AppError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { mayReach } from '../../plugins/rights.ts';
import { countObjects } from './deleteClassifier.ts';
import { getRow, type Reader, readVisibleRows } from './visibleRows.ts';

export interface Usage {
  readonly objects: number;
  /** Objects with something in the field that was asked about. */
  readonly withValue: number | null;
}

/** What the warnings of the dialog name (D-CLS-08). Of a view: its source. */
export async function getUsage(
  db: Kysely<Schema>,
  reader: Reader,
  id: number,
  field: string | undefined,
): Promise<Usage> {
  const row = getRow(await readVisibleRows(db, reader), id);
  if (row.kind !== 'layer') throw new AppError('NOT_FOUND');
  const owner = { companyId: row.companyId, unitId: row.ownerUnitId };
  if (mayReach(reader.actor, 'seePrivateObject', owner) !== 'yes') throw new AppError('FORBIDDEN');
  if (field !== undefined && row.layerFields.every(({ name }) => name !== field))
    throw new AppError('UNKNOWN_FIELD', { errors: [{ path: 'query/field', code: 'UNKNOWN_FIELD' }] });
  const layerId = row.sourceId ?? row.id;
  return {
    objects: await countObjects(db, layerId),
    withValue: field === undefined ? null : await countWithValue(db, row.companyId, layerId, field),
  };
}

async function countWithValue(
  db: Kysely<Schema>,
  companyId: number,
  layerId: number,
  field: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('geoms as g')
    .where('g.company_id', '=', companyId)
    .where('g.class_id', '=', layerId)
    .where('g.deleted_at', 'is', null)
    .where(sql<SqlBool>`${comparableText(fieldText(field))} <> ''`)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Objects of each layer and comments with each status of a company, by the classifier's id. */
export async function countUses(
  db: Kysely<Schema>,
  { companyId }: UserActor,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    SELECT class_id AS id, count(*) AS count FROM geoms
    WHERE company_id = ${companyId}::integer AND deleted_at IS NULL GROUP BY class_id
    UNION ALL
    SELECT status_id, count(*) FROM comments
    WHERE company_id = ${companyId}::integer AND deleted_at IS NULL GROUP BY status_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
