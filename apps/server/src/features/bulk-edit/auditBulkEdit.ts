import type { ChangeKindName } from '@pgis/contract';
import { sql, type Transaction } from 'kysely';
import { addLogRow } from '../../audit/audit.ts';
import { addLargeChange, markUndone } from '../../changes/largeChanges.ts';
import type { Schema } from '../../db/schema.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import type { BulkAction, CommentEntry, FieldEntry } from '../../objects/bulkEntry.ts';
import type { BulkRequest } from './runBulkEdit.ts';

interface BulkEvent {
  readonly request: BulkRequest;
  readonly scope: LayerAccess;
  readonly action: BulkAction;
  /** `left` is the number of objects left unchanged. */
  readonly details: (FieldEntry | CommentEntry) & { readonly left: number };
}

export const bulkChangeKinds: readonly ChangeKindName[] = ['fieldSet', 'commentsAdded'];

/**
 * Writes the one row in the log of the company that owns the objects, the index by which each object finds it, and the
 * large change by which the edit can be undone for 30 days.
 */
export async function auditBulkEdit(
  db: Transaction<Schema>,
  { request: { actor, requestId }, scope: { layer }, action, details }: BulkEvent,
): Promise<number> {
  const { companyId } = layer;
  const entryId = await addLogRow(db, {
    actor,
    companyId,
    action,
    entity: 'object',
    entityName: layer.ownerName,
    unitId: layer.owner.unitId,
    layerId: layer.ownerId,
    details: { ...details },
    requestId,
  });
  const ids = Object.keys(details.objects).map(Number);
  await sql`INSERT INTO bulk_edit_objects (company_id, geom_id, log_id)
    SELECT ${companyId}::integer, id, ${entryId}::bigint FROM unnest(${ids}::bigint[]) AS id`.execute(db);
  const { count, left, undoOf } = details;
  const undone =
    undoOf === undefined
      ? undefined
      : await markUndone(db, { companyId, kinds: bulkChangeKinds, sourceId: undoOf }, { actor, count, left });
  // Deleted comments stay deleted.
  if (action !== 'COMMENTS_DELETED')
    await addLargeChange(db, {
      ...{ actor, nodeId: layer.ownerId, count, sourceId: entryId, undoOf: undone },
      ...('field' in details ? { kind: 'fieldSet', field: details.field } : { kind: 'commentsAdded' }),
    });
  return entryId;
}
