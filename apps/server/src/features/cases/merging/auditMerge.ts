import {
  type AuditAction,
  type CompanyId,
  type LayerId,
  type MergePartName,
  type ObjectId,
  referenceOf,
  type UnitId,
} from '@pgis/contract';
import { sql, type Transaction } from 'kysely';
import type { UserActor } from '../../../access/Actor.ts';
import { addLogRow } from '../../../audit/audit.ts';
import type { Schema } from '../../../db/schema.ts';

interface MergeEvent {
  readonly actor: UserActor;
  readonly requestId: string;
  readonly action: Extract<AuditAction, 'OBJECTS_MERGED' | 'MERGE_UNDONE'>;
  /** The case that stays, in its layer. */
  readonly kept: {
    readonly id: ObjectId;
    readonly name: string;
    readonly companyId: CompanyId;
    readonly unitId: UnitId | null;
    readonly layerId: LayerId;
  };
  readonly mergedIds: readonly ObjectId[];
  /** Numbers of what has moved. */
  readonly counts?: Readonly<Record<MergePartName, number>>;
}

/** Writes the one row about the case that stays, and the index by which each merged one finds it in its history. */
export async function auditMerge(
  db: Transaction<Schema>,
  { actor, requestId, action, kept, mergedIds, counts }: MergeEvent,
): Promise<number> {
  const { companyId, unitId, layerId } = kept;
  const entryId = await addLogRow(db, {
    ...{ actor, companyId, unitId, layerId, action, requestId },
    entity: 'object',
    entityId: kept.id,
    entityName: kept.name,
    details: {
      merged: mergedIds.map(referenceOf),
      ...(counts && { moved: counts }),
      objects: Object.fromEntries(mergedIds.map((id) => [id, { into: referenceOf(kept.id) }])),
    },
  });
  await sql`INSERT INTO bulk_edit_objects (company_id, geom_id, log_id)
    SELECT ${companyId}::integer, id, ${entryId}::bigint FROM unnest(${mergedIds}::bigint[]) AS id`.execute(
    db,
  );
  return entryId;
}
