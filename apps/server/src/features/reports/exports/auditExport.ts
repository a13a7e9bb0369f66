import type { Kysely } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import type { Schema } from '../../../db/schema.ts';
import type { ExportRequest } from './prepareExport.ts';
import type { RowQuery } from './reportRows.ts';

/** D-LOG-01: records who exported which objects, and how many. */
export const auditExport = (
  db: Kysely<Schema>,
  { actor, format, selection }: ExportRequest,
  {
    layer,
    rows,
    requestId,
  }: { readonly layer: RowQuery['layer']; readonly rows: number; readonly requestId: string },
): Promise<void> =>
  audit(db, {
    actor,
    companyId: layer.companyId,
    action: 'EXPORT',
    entity: 'classifier',
    entityId: layer.id,
    layerId: layer.id,
    entityName: layer.name,
    unitId: layer.owner.unitId,
    details: { format, rows, filter: selection.filter ?? {} },
    requestId,
  });
