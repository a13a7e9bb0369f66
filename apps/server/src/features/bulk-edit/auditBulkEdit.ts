import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { LayerScope } from '../classifiers/index.ts';
import { addLogRow } from '../log/index.ts';
import type { BulkAction, CommentEntry, FieldEntry } from '../objects/index.ts';
import type { BulkRequest } from './runBulkEdit.ts';

interface BulkEvent {
  readonly request: BulkRequest;
  readonly scope: LayerScope;
  readonly action: BulkAction;
  /** `left`: how many stayed as they are. */
  readonly details: (FieldEntry | CommentEntry) & { readonly left: number };
}

/** The one row in the log, in the company of the layer that owns the objects, and how to find it by one of them. */
export async function auditBulkEdit(
  db: Kysely<Schema>,
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
  return entryId;
}
