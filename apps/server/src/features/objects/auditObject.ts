import type { AuditAction } from '@pgis/contract';
import { parseWkt } from '@pgis/geo';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Actor } from '../../plugins/Actor.ts';
import type { ShownLayer } from '../classifiers/index.ts';
import { audit } from '../log/index.ts';
import { objectKinds } from './ObjectKind.ts';
import type { CheckedGeometry } from './parseGeometry.ts';

/** What the log says of an object, its comments and its files. */
export type AuditedObjectAction = Extract<
  AuditAction,
  `OBJECT_${string}` | `COMMENT_${string}` | `FILE_${string}`
>;

export interface ObjectEvent {
  readonly actor: Actor;
  readonly requestId: string;
  readonly action: AuditedObjectAction;
  readonly owner: ShownLayer;
  readonly id: number;
  readonly name: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** D-LOG-01: the row that goes with every change of an object, in its company's log. */
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

/** A shape in the log: what tells it from another at a glance, and its points, so that it can be brought back. */
export const describeGeometry = ({ kind, vertexCount, extent3857, wkt }: CheckedGeometry): unknown => ({
  kind,
  vertexCount,
  extent3857,
  wkt,
});

/** The same of a stored shape. */
export function describeStored(wkt: string): unknown {
  const parsed = parseWkt(wkt);
  // One that an import brought in past the gate's limits cannot be brought back either.
  if (!parsed.ok) return null;
  return describeGeometry({ ...parsed, wkt, kind: objectKinds[parsed.kind] });
}
