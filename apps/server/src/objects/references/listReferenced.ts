import {
  companyOf,
  type LayerId,
  type ObjectId,
  type ReferencedObject,
  referenceLimits,
  referenceOf,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../access/Actor.ts';
import type { Schema } from '../../db/schema.ts';
import type { Condition } from '../../db/sql/objectConditions.ts';
import { foldText } from '../../gazetteer/foldText.ts';
import { listLayerAccess } from '../../layers/getLayerAccess.ts';
import { type LayerAccess, layerConstants } from '../../layers/layerQuery.ts';
import { visibleObjects } from '../../layers/visibleObjects.ts';
import { toCondition } from '../../query/toCondition.ts';
import { findReferencedId } from './findReferenced.ts';

interface ReferenceQuery {
  readonly layerId: LayerId;
  /** Ids, separated by commas. */
  readonly ids?: string | undefined;
  readonly q?: string | undefined;
}

/** Names objects of a layer, or finds them by letters of their names; what the reader may not see is left out. */
export async function listReferenced(
  db: Kysely<Schema>,
  actor: Actor,
  { layerId, ids, q = '' }: ReferenceQuery,
): Promise<ReferencedObject[]> {
  const [access] = await listLayerAccess(db, actor, [layerId]);
  if (access === undefined) return [];
  return ids === undefined
    ? await searchObjects(db, access, q)
    : await nameObjects(db, access, ids.split(',').map(Number));
}

interface NamedRow {
  readonly id: ObjectId;
  readonly name: string;
  readonly isDeleted: boolean;
}

const toReferenced = ({ id, name, isDeleted }: NamedRow): ReferencedObject => ({
  id,
  reference: referenceOf(id),
  name: isDeleted ? '' : name,
  isDeleted,
});

async function nameObjects(
  db: Kysely<Schema>,
  access: LayerAccess,
  ids: readonly ObjectId[],
): Promise<ReferencedObject[]> {
  const { layer, rights } = access;
  const own = ids.filter((id) => companyOf(id) === layer.companyId);
  const { rows } = await sql<NamedRow>`
    SELECT g.id, g.name, g.deleted_at IS NOT NULL AS "isDeleted"
    FROM ${layerConstants(access)} JOIN geoms AS g
      ON g.company_id = ${layer.companyId}::integer AND g.id = ANY(${own}::bigint[])
      AND ${visibleObjects([access], { isDeletedVisible: true })}`.execute(db);
  if (rights.objects !== 'all' || rights.unreviewed !== 'all') return rows.map(toReferenced);
  // An object that was deleted for good has no row. A reader of the whole layer learns nothing by that.
  const { rows: stored } = await sql<{ id: ObjectId }>`
    SELECT id FROM geoms WHERE company_id = ${layer.companyId}::integer AND id = ANY(${own}::bigint[])`.execute(
    db,
  );
  const known = new Set(stored.map(({ id }) => id));
  const gone = own.filter((id) => !known.has(id)).map((id) => ({ id, name: '', isDeleted: true }));
  return [...rows, ...gone].map(toReferenced);
}

async function searchObjects(
  db: Kysely<Schema>,
  access: LayerAccess,
  text: string,
): Promise<ReferencedObject[]> {
  const { rows } = await sql<NamedRow>`
    SELECT g.id, g.name, false AS "isDeleted"
    FROM ${layerConstants(access)} JOIN geoms AS g
      ON ${toCondition({ layers: [access] })} AND ${matches(access, text)}
    ORDER BY name_order(g.name) COLLATE "C", g.id LIMIT ${referenceLimits.found}::integer`.execute(db);
  return rows.map(toReferenced);
}

/** Condition that an object has words that begin like those of the text, or is named by its key or reference number. */
function matches({ layer }: LayerAccess, text: string): Condition {
  const given = text.trim();
  if (given === '') return sql`true`;
  // Folded words hold no character with a meaning in tsquery.
  const words = foldText(given)
    .split(' ')
    .filter((word) => word !== '');
  const byWords: Condition =
    words.length === 0
      ? sql`false`
      : sql`folded_words(g.name) @@ ${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`;
  const id = findReferencedId(given) ?? null;
  return sql`(${byWords} OR g.import_key = ${given}::text
    OR (g.company_id = ${layer.companyId}::integer AND g.id = ${id}::bigint))`;
}
