import {
  type ChangeId,
  type ChangeKindName,
  type ChangeState,
  type CompanyId,
  companyOf,
  type Language,
  type LeftReason,
  type ObjectId,
  type TreeNodeId,
  type UndoProblem,
  type UnitId,
  type UserId,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { MovedParts, Schema } from '../db/schema.ts';
import { translatedName } from '../db/sql/translatedName.ts';

/** A large change with the node that it is about, as it is now. */
export interface StoredChange {
  readonly id: ChangeId;
  readonly companyId: CompanyId;
  readonly kind: ChangeKindName;
  readonly userId: UserId;
  /** Empty for a deleted user. */
  readonly userName: string;
  readonly nodeId: TreeNodeId;
  /** Name in the reader's language. */
  readonly nodeName: string;
  /** Name as it is stored, for the log. */
  readonly storedName: string;
  readonly nodeIsDeleted: boolean;
  readonly groupName: string | null;
  readonly groupIsDeleted: boolean;
  /** Layer whose objects a deleted view showed. */
  readonly sourceLayerName: string | null;
  readonly sourceLayerIsDeleted: boolean;
  /** Unit of the group, or of the group of the layer. */
  readonly unitId: UnitId | null;
  /** Unit of the source of a view; of any other node its own. */
  readonly ownerUnitId: UnitId | null;
  readonly sourceId: number | null;
  readonly field: string | null;
  readonly undoOf: ChangeId | null;
  readonly count: number;
  readonly state: ChangeState;
  readonly undoneCount: number;
  readonly leftCount: number;
  readonly leftObjects: readonly (readonly [ObjectId, LeftReason])[];
  readonly moved: MovedParts;
  readonly undoneByName: string;
  readonly undoneAt: Date | null;
  readonly problem: UndoProblem | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const nameOf = (table: 'u' | 'x') => sql<string>`
  CASE WHEN ${sql.ref(`${table}.deleted_at`)} IS NOT NULL THEN ''
  ELSE coalesce(nullif(btrim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}), ''),
                ${sql.ref(`${table}.email`)}, '') END`;

const selectChanges = (db: Kysely<Schema>, language: Language) =>
  db
    .selectFrom('large_changes as h')
    .innerJoin('classifiers as n', (join) =>
      join.onRef('n.company_id', '=', 'h.company_id').onRef('n.id', '=', 'h.node_id'),
    )
    .leftJoin('classifiers as g', (join) =>
      join.onRef('g.company_id', '=', 'n.company_id').onRef('g.id', '=', 'n.parent_id'),
    )
    .leftJoin('classifiers as s', (join) =>
      join.onRef('s.company_id', '=', 'n.company_id').onRef('s.id', '=', 'n.source_id'),
    )
    .leftJoin('classifiers as sg', (join) =>
      join.onRef('sg.company_id', '=', 's.company_id').onRef('sg.id', '=', 's.parent_id'),
    )
    .leftJoin('users as u', (join) =>
      join.onRef('u.company_id', '=', 'h.company_id').onRef('u.id', '=', 'h.user_id'),
    )
    .leftJoin('users as x', (join) =>
      join.onRef('x.company_id', '=', 'h.company_id').onRef('x.id', '=', 'h.undone_by'),
    )
    // An undo that was asked for in time is carried out.
    .where((eb) => eb.or([eb('h.expires_at', '>', sql<Date>`now()`), eb('h.state', '=', 'undoing')]))
    .select([
      'h.id',
      'h.company_id as companyId',
      'h.kind',
      'h.user_id as userId',
      nameOf('u').as('userName'),
      'h.node_id as nodeId',
      translatedName('n', language).as('nodeName'),
      'n.name as storedName',
      sql<boolean>`n.deleted_at IS NOT NULL`.as('nodeIsDeleted'),
      translatedName('g', language).as('groupName'),
      sql<boolean>`g.deleted_at IS NOT NULL`.as('groupIsDeleted'),
      translatedName('s', language).as('sourceLayerName'),
      sql<boolean>`s.deleted_at IS NOT NULL`.as('sourceLayerIsDeleted'),
      sql<UnitId | null>`CASE WHEN n.kind = 'layer' THEN g.unit_id ELSE n.unit_id END`.as('unitId'),
      sql<UnitId | null>`CASE WHEN s.id IS NOT NULL THEN sg.unit_id WHEN n.kind = 'layer' THEN g.unit_id
        ELSE n.unit_id END`.as('ownerUnitId'),
      'h.source_id as sourceId',
      'h.field',
      'h.undo_of as undoOf',
      'h.count',
      'h.state',
      'h.undone_count as undoneCount',
      'h.left_count as leftCount',
      'h.left_objects as leftObjects',
      'h.moved',
      nameOf('x').as('undoneByName'),
      'h.undone_at as undoneAt',
      'h.problem',
      'h.created_at as createdAt',
      'h.expires_at as expiresAt',
    ]);

export interface ChangeFilter {
  readonly companyId: CompanyId;
  readonly userId: UserId;
  /** Units whose changes are listed besides the user's own ones; `all` for the company. */
  readonly unitIds: 'all' | readonly UnitId[];
  readonly before: ChangeId | undefined;
  readonly size: number;
}

/** Newest first. */
export async function listStoredChanges(
  db: Kysely<Schema>,
  language: Language,
  { companyId, userId, unitIds, before, size }: ChangeFilter,
): Promise<StoredChange[]> {
  const isInUnit =
    unitIds === 'all'
      ? sql<boolean>`true`
      : sql<boolean>`CASE WHEN n.kind = 'layer' THEN g.unit_id ELSE n.unit_id END = ANY(${unitIds}::bigint[])`;
  return await selectChanges(db, language)
    .where('h.company_id', '=', companyId)
    .where((eb) => eb.or([eb('h.user_id', '=', userId), isInUnit]))
    .where('h.id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('h.id', 'desc')
    .limit(size)
    .execute();
}

export async function findChange(
  db: Kysely<Schema>,
  language: Language,
  id: ChangeId,
): Promise<StoredChange | undefined> {
  return await selectChanges(db, language)
    .where('h.company_id', '=', companyOf(id))
    .where('h.id', '=', id)
    .executeTakeFirst();
}

/** Name of the deleted layer or group that has to be restored before this change can be undone. */
export function findBlocker(change: StoredChange): string | undefined {
  const { kind, nodeName, nodeIsDeleted, groupName, groupIsDeleted, sourceLayerName } = change;
  const restoresNode = kind === 'layerDeleted' || kind === 'groupDeleted';
  if (!restoresNode && nodeIsDeleted) return nodeName;
  if (groupIsDeleted) return groupName ?? '';
  return change.sourceLayerIsDeleted ? (sourceLayerName ?? '') : undefined;
}
