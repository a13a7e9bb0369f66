import type { AuditAction, ObjectId } from '@pgis/contract';
import { parseWkt } from '@pgis/geo';
import type { Kysely } from 'kysely';
import type { Actor } from '../access/Actor.ts';
import { audit } from '../audit/audit.ts';
import type { Schema } from '../db/schema.ts';
import type { Layer } from '../layers/Layer.ts';
import { objectKinds } from '../layers/ObjectKind.ts';
import type { CheckedGeometry } from './parseGeometry.ts';

/** Actions of the log on an object, its comments and its files. */
export type AuditedObjectAction = Extract<
  AuditAction,
  `OBJECT_${string}` | `COMMENT_${string}` | `FILE_${string}`
>;

export interface ObjectEvent {
  readonly actor: Actor;
  readonly requestId: string;
  readonly action: AuditedObjectAction;
  readonly owner: Layer;
  readonly id: ObjectId;
  readonly name: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** D-LOG-01: writes the row that goes with every change of an object, in the log of its company. */
export const auditObject = (db: Kysely<Schema>, event: ObjectEvent): Promise<void> =>
  audit(db, {
    actor: event.actor,
    companyId: event.owner.companyId,
    action: event.action,
    entity: 'object',
    entityId: event.id,
    entityName: event.name,
    unitId: event.owner.owner.unitId,
    layerId: event.owner.ownerId,
    details: event.details ?? {},
    requestId: event.requestId,
  });

/** Describes a shape for the log: a summary to compare it by, and its points, so that it can be restored. */
export const describeGeometry = ({ kind, vertexCount, extent3857, wkt }: CheckedGeometry): unknown => ({
  kind,
  vertexCount,
  extent3857,
  wkt,
});

/** Describes a stored shape; null for one that cannot be parsed. */
export function describeStored(wkt: string): unknown {
  const parsed = parseWkt(wkt);
  // An imported shape may exceed the limits of the parser; such a shape cannot be restored from the log.
  if (!parsed.ok) return null;
  return describeGeometry({ ...parsed, wkt, kind: objectKinds[parsed.kind] });
}
