import type { AuditAction, AuditEntity } from '@pgis/contract';
import type { Kysely } from 'kysely';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import type { Actor } from '../../plugins/Actor.ts';

export interface AuditEntry {
  /** Who did it; undefined for the server itself, such as the first start. */
  readonly actor: Actor | undefined;
  /** The company whose log it belongs to; the actor's unless told (visitors have none). */
  readonly companyId?: number;
  readonly action: AuditAction;
  readonly entity: AuditEntity;
  readonly entityId?: number | null;
  readonly entityName?: string;
  readonly unitId?: number | null;
  /** The layer of an object, of its files, or the layer itself. */
  readonly layerId?: number | null;
  readonly result?: 'ok' | 'refused';
  /** Old and new of changed fields; never a password, a token or a reporter's e-mail. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
}

/** D-LOG-01: writes one row. Call it with the handle of the transaction that makes the change. */
export async function audit(db: Kysely<Schema>, entry: AuditEntry): Promise<void> {
  await addLogRow(db, entry);
}

/** The same for who needs the row's id. */
export async function addLogRow(db: Kysely<Schema>, entry: AuditEntry): Promise<number> {
  const user = entry.actor?.kind === 'user' ? entry.actor : undefined;
  const companyId = entry.companyId ?? user?.companyId ?? 0;
  const { id } = await db
    .insertInto('audit_log')
    .values({
      company_id: companyId,
      id: newId(companyId, 'audit_seq'),
      user_id: user?.userId ?? null,
      user_name: user?.userName ?? '',
      ip: entry.actor?.address ?? '',
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId ?? null,
      entity_name: entry.entityName ?? '',
      unit_id: entry.unitId ?? null,
      layer_id: entry.layerId ?? null,
      result: entry.result ?? 'ok',
      details: JSON.stringify(entry.details ?? {}),
      request_id: entry.requestId ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
