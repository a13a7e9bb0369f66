import { companyOf, type Language, type ObjectId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../access/Actor.ts';
import { voterOf } from '../access/voter.ts';
import type { Schema } from '../db/schema.ts';
import { translatedName } from '../db/sql/translatedName.ts';
import { authorName } from '../db/sql/userName.ts';
import { isByColumn } from '../layers/isBy.ts';
import { toReporter } from '../layers/layerPermissions.ts';
import { type LayerAccess, layerConstants } from '../layers/layerQuery.ts';
import { visibleGeometry } from '../layers/visibleGeometry.ts';
import { visibleObjects } from '../layers/visibleObjects.ts';
import type { CommentRow, LatestCommentRow, ObjectRow } from './ObjectRow.ts';

export interface ObjectLookUp {
  readonly id: ObjectId;
  readonly language: Language;
  readonly actor: Actor;
  /** Layers that may show the object, in the order in which they are tried. */
  readonly layers: readonly LayerAccess[];
  /** Locks the row until the transaction ends. */
  readonly forUpdate?: boolean;
}

const commentOf = (column: string, language: Language): RawBuilder<LatestCommentRow | null> => sql`(
  SELECT json_build_object('content', m.content, 'status', ${translatedName('t', language)},
                           'statusId', t.id, 'statusType', t.status_type)
  FROM comments AS m JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id
  WHERE m.company_id = g.company_id AND m.id = ${sql.ref(column)} AND m.deleted_at IS NULL)`;

const commentsOf = (language: Language): RawBuilder<CommentRow[]> => sql`(
  SELECT coalesce(json_agg(json_build_object(
           'id', m.id, 'content', m.content, 'status', ${translatedName('t', language)}, 'statusId', t.id,
           'statusType', t.status_type, 'isPublic', m.is_public, 'byReporter', m.by_reporter,
           'isMoved', m.merged_from IS NOT NULL, 'authorId', m.author_id, 'author', ${authorName('m', language)},
           'added', to_char(m.added_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
         ORDER BY m.added_at DESC, m.id DESC), '[]')
  FROM comments AS m JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id
  WHERE m.company_id = g.company_id AND m.geom_id = g.id AND m.deleted_at IS NULL)`;

/**
 * The first of the layers in which the actor may see the object `g`, deleted or not; null where there is none. Layers are
 * tried one at a time, as constants: most objects have a single layer, and `coalesce` stops at the first that shows it.
 */
const viaLayerId = (layers: readonly LayerAccess[]): RawBuilder<number | null> => {
  const tries = layers.map(
    (access) => sql`(SELECT l.layer_id FROM ${layerConstants(access)}
      WHERE ${visibleObjects([access], { isDeletedVisible: true })})`,
  );
  return tries.length === 0 ? sql`NULL::bigint` : sql`coalesce(${sql.join(tries)})`;
};

export const selectObject = (
  db: Kysely<Schema>,
  { id, language, actor, layers }: Omit<ObjectLookUp, 'forUpdate'>,
) =>
  db
    .selectFrom('geoms as g')
    .where('g.company_id', '=', companyOf(id))
    .where('g.id', '=', id)
    .select([
      'g.id',
      'g.company_id as companyId',
      'g.class_id as classId',
      sql<1 | 2 | 3>`g.kind`.as('kind'),
      sql<string>`ST_AsText(${visibleGeometry(layers)})`.as('wkt'),
      'g.name',
      'g.description',
      'g.data',
      sql<number>`coalesce(g.measure, 0)`.as('measure'),
      'g.is_public as isPublic',
      'g.user_email as userEmail',
      'g.upvote_count as upvoteCount',
      'g.review',
      'g.hidden_reason as hiddenReason',
      'g.version',
      'g.created_at as createdAt',
      'g.updated_at as updatedAt',
      'g.deleted_at as deletedAt',
      'g.merged_into as mergedInto',
      commentOf('g.latest_public_comment_id', language).as('publicComment'),
      commentOf('g.latest_comment_id', language).as('anyComment'),
      commentsOf(language).as('comments'),
      sql<boolean>`EXISTS (SELECT 1 FROM upvotes AS u WHERE u.company_id = g.company_id AND u.geom_id = g.id
                           AND u.voter = ${voterOf(actor) ?? ''}::text)`.as('isVoted'),
      isByColumn(toReporter(actor)).as('isOwn'),
      viaLayerId(layers).as('viaLayerId'),
    ]);

/** An object, deleted or not, with the layer through which the actor sees it. */
export async function findObject(
  db: Kysely<Schema>,
  { forUpdate, ...lookUp }: ObjectLookUp,
): Promise<ObjectRow | undefined> {
  const query = selectObject(db, lookUp);
  // Notices about the object may be added meanwhile: their foreign key does not wait for FOR NO KEY UPDATE.
  return await (forUpdate === true ? query.forNoKeyUpdate('g') : query).executeTakeFirst();
}
