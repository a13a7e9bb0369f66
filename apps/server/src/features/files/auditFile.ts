import type { Kysely } from 'kysely';
import type { Actor } from '../../access/Actor.ts';
import type { Owner } from '../../access/permissions.ts';
import { audit } from '../../audit/audit.ts';
import type { Schema } from '../../db/schema.ts';
import type { FileRow } from './fileRows.ts';

export interface FileEvent {
  readonly actor: Actor;
  readonly requestId: string;
  readonly action: 'FILE_ADDED' | 'FILE_DELETED' | 'FILE_CHANGED';
  readonly owner: Owner;
  readonly file: FileRow;
  /** Old and new values of a change. */
  readonly change?: { readonly old: object; readonly new: object };
}

/** D-LOG-01: writes the log row of a change of an object's files; it belongs to the object's history. */
export async function auditFile(
  db: Kysely<Schema>,
  { actor, requestId, action, owner, file, change }: FileEvent,
): Promise<void> {
  const { id, name, geometryId, description, size, mime } = file;
  const object = await db
    .selectFrom('geoms')
    .select(['name', 'class_id as classId'])
    .where('company_id', '=', owner.companyId)
    .where('id', '=', geometryId)
    .executeTakeFirst();
  await audit(db, {
    actor,
    companyId: owner.companyId,
    action,
    entity: 'object',
    entityId: geometryId,
    entityName: object?.name ?? '',
    unitId: owner.unitId,
    layerId: object?.classId ?? null,
    details: change
      ? { fileId: id, file: name, ...change }
      : { [action === 'FILE_ADDED' ? 'new' : 'old']: { fileId: id, name, description, size, mime } },
    requestId,
  });
}
