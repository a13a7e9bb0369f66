import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { audit } from '../../log/index.ts';
import type { ExportWish } from './prepareExport.ts';
import type { RowQuery } from './reportRows.ts';

/** D-LOG-01: who took what away, and how much of it. */
export const auditExport = (
  db: Kysely<Schema>,
  { actor, format, selection }: ExportWish,
  { scope: { layer } }: RowQuery,
  { rows, requestId }: { readonly rows: number; readonly requestId: string },
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
