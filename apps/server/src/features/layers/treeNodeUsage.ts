import type { CompanyId, LayerId, TreeNodeId } from '@pgis/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { UserActor } from '../../access/Actor.ts';
import { permissionFor } from '../../access/permissions.ts';
import type { Schema } from '../../db/schema.ts';
import { comparableText, fieldText } from '../../db/sql/objectConditions.ts';
import { AppError } from '../../errors/AppError.ts';
import { unknownFields } from '../../errors/unknownFields.ts';
import { getRow, type Reader, readVisibleNodes } from '../../layers/readVisibleNodes.ts';
import { countObjects } from '../../layers/tree/removeTreeNode.ts';

export interface Usage {
  readonly objects: number;
  /** Objects with a value in the requested field. */
  readonly withValue: number | null;
}

/** Counts objects for the warnings of the dialog (D-CLS-08); those of its source for a view. */
export async function getUsage(
  db: Kysely<Schema>,
  reader: Reader,
  { id, field }: { readonly id: LayerId; readonly field: string | undefined },
): Promise<Usage> {
  const row = getRow(await readVisibleNodes(db, reader), id);
  if (row.kind !== 'layer') throw new AppError('NOT_FOUND');
  const owner = { companyId: row.companyId, unitId: row.ownerUnitId };
  if (permissionFor(reader.actor, 'seePrivateObject', owner) !== 'yes') throw new AppError('FORBIDDEN');
  if (field !== undefined && row.layerFields.every(({ name }) => name !== field))
    throw unknownFields([{ path: 'query/field', field }]);
  const layerId = row.sourceId ?? row.id;
  return {
    objects: await countObjects(db, layerId),
    withValue:
      field === undefined ? null : await countWithValue(db, { companyId: row.companyId, layerId, field }),
  };
}

async function countWithValue(
  db: Kysely<Schema>,
  {
    companyId,
    layerId,
    field,
  }: { readonly companyId: CompanyId; readonly layerId: LayerId; readonly field: string },
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

/** Counts the objects of each layer and the comments with each status of a company, by the id of the node. */
export async function countUses(
  db: Kysely<Schema>,
  { companyId }: UserActor,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: TreeNodeId; count: number }>`
    SELECT class_id AS id, count(*) AS count FROM geoms
    WHERE company_id = ${companyId}::integer AND deleted_at IS NULL GROUP BY class_id
    UNION ALL
    SELECT status_id, count(*) FROM comments
    WHERE company_id = ${companyId}::integer AND deleted_at IS NULL GROUP BY status_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
