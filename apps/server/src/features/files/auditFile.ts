import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Actor } from '../../plugins/Actor.ts';
import type { Owner } from '../../plugins/rights.ts';
import { audit } from '../log/index.ts';
import type { FileRow } from './repository.ts';

export interface FileEvent {
  readonly actor: Actor;
  readonly requestId: string;
  readonly action: 'FILE_ADDED' | 'FILE_DELETED';
  readonly owner: Owner;
  readonly file: FileRow;
}

/** D-LOG-01: the row that goes with every change of an object's files. */
export function auditFile(
  db: Kysely<Schema>,
  { actor, requestId, action, owner, file }: FileEvent,
): Promise<void> {
  const { id, name, geometryId, description, size, mime } = file;
  return audit(db, {
    actor,
    companyId: owner.companyId,
    action,
    entity: 'file',
    entityId: id,
    entityName: name,
    unitId: owner.unitId,
    details: { [action === 'FILE_ADDED' ? 'new' : 'old']: { geometryId, name, description, size, mime } },
    requestId,
  });
}
