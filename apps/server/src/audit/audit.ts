import type { AuditAction, AuditEntity, CompanyId, LayerId, UnitId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Actor } from '../access/Actor.ts';
import { newId } from '../db/newId.ts';
import type { Schema } from '../db/schema.ts';

/** Author of changes that no request asks for: a command of `pgis`, named in the log in place of a user. */
export interface CommandAuthor {
  readonly kind: 'command';
  readonly name: string;
}

export interface AuditEntry {
  /** Actor or command that makes the change; undefined for the server itself, such as at the first start. */
  readonly actor: Actor | CommandAuthor | undefined;
  /** Company whose log the row belongs to; the actor's company by default (visitors have none). */
  readonly companyId?: CompanyId;
  readonly action: AuditAction;
  readonly entity: AuditEntity;
  readonly entityId?: number | null;
  readonly entityName?: string;
  readonly unitId?: UnitId | null;
  /** Layer of the object or of its files, or the changed layer itself. */
  readonly layerId?: LayerId | null;
  readonly result?: 'ok' | 'refused';
  /** Old and new values of changed fields; never a password, a token or a reporter's e-mail. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
}

/** D-LOG-01: writes one row. Call it with the handle of the transaction that makes the change. */
export async function audit(db: Kysely<Schema>, entry: AuditEntry): Promise<void> {
  await addLogRow(db, entry);
}

/**
 * Writes one row like `audit` and returns its id. Companies do not see each other's users: towards another
 * company the author is a visitor, and the log of the author's own company has the row that names them.
 */
export async function addLogRow(db: Kysely<Schema>, entry: AuditEntry): Promise<number> {
  const { actor } = entry;
  if (actor?.kind !== 'user') return await insertRow(db, entry);
  const { companyId = actor.companyId } = entry;
  if (companyId === actor.companyId) return await insertRow(db, entry);
  await insertRow(db, { ...entry, companyId: actor.companyId, unitId: null });
  return await insertRow(db, {
    ...entry,
    actor: { kind: 'anonymous', visitorId: undefined, address: actor.address },
  });
}

async function insertRow(db: Kysely<Schema>, entry: AuditEntry): Promise<number> {
  const { actor } = entry;
  const user = actor?.kind === 'user' ? actor : undefined;
  const commandName = actor?.kind === 'command' ? actor.name : '';
  const companyId = entry.companyId ?? user?.companyId ?? 0;
  const { id } = await db
    .insertInto('audit_log')
    .values({
      company_id: companyId,
      id: newId(companyId, 'audit_seq'),
      user_id: user?.userId ?? null,
      user_name: user?.userName ?? commandName,
      ip: actor === undefined || actor.kind === 'command' ? '' : actor.address,
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
