import { type LayerId, type MailRhythm, type Notice, type NoticeId, noticeLimits } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { UserActor } from '../../access/Actor.ts';
import type { Schema } from '../../db/schema.ts';
import { translatedName } from '../../db/sql/translatedName.ts';
import { userName } from '../../db/sql/userName.ts';
import { validationError } from '../../errors/AppError.ts';
import { listLayerAccess } from '../../layers/getLayerAccess.ts';
import { type LayerAccess, layersWhere, layerValues } from '../../layers/layerQuery.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { toCondition } from '../../query/toCondition.ts';

type Db = Kysely<Schema>;

export interface NoticeReader extends Reader {
  /** Condition that a notice `n` is the reader's. */
  readonly owner: RawBuilder<unknown>;
}

/** Kinds about work inside a unit, which others may not see even where the object is public. */
const INTERNAL_KINDS = ['assigned', 'unitAssigned', 'escalated', 'overdue', 'mentioned', 'reopened'];

export const ofUser = ({ companyId, userId }: UserActor) =>
  sql`n.company_id = ${companyId}::integer AND n.user_id = ${userId}::bigint`;

const isUnread = sql`n.read_at IS NULL`;

/** The layers of the objects that notices are about, then their views, each with the reader's rights there as they are now. */
async function listNoticeLayers(
  db: Db,
  { actor, owner }: Pick<NoticeReader, 'actor' | 'owner'>,
  condition: RawBuilder<unknown>,
): Promise<LayerAccess[]> {
  const { rows } = await sql<{ id: LayerId }>`
    SELECT c.id FROM (
      SELECT DISTINCT g.company_id, g.class_id FROM notices AS n
      JOIN geoms AS g ON g.company_id = n.company_id AND g.id = n.geom_id
      WHERE ${owner} AND ${condition}) AS o
    JOIN classifiers AS c ON c.company_id = o.company_id AND (c.id = o.class_id OR c.source_id = o.class_id)
    ORDER BY c.source_id IS NOT NULL, c.position, c.id`.execute(db);
  const layers = await listLayerAccess(
    db,
    actor,
    rows.map(({ id }) => id),
  );
  // The filter of a layer is for its map; that of a view says what it shows.
  return layers.map((access) =>
    access.layer.isView ? access : { ...access, layer: { ...access.layer, ruleset: null } },
  );
}

/**
 * The first of the layers in which the reader sees all that the notice `n` is about: the object, the work on it and the
 * comment; null where there is none.
 */
function visibleLayerId(layers: readonly LayerAccess[]): RawBuilder<LayerId | null> {
  const seesInternal = layersWhere(layers, ({ rights }) => rights.seesInternalComments);
  return sql`(
    SELECT l.layer_id FROM geoms AS g JOIN ${layerValues(layers)} ON l.company_id = g.company_id AND l.owner_id = g.class_id
    WHERE g.company_id = n.company_id AND g.id = n.geom_id
      AND ${toCondition({ layers })}
      AND (n.kind <> ALL(${INTERNAL_KINDS}::text[]) OR ${seesInternal})
      AND (n.comment_id IS NULL OR EXISTS (
        SELECT FROM comments AS m WHERE m.company_id = n.company_id AND m.id = n.comment_id
          AND m.deleted_at IS NULL AND (m.is_public OR ${seesInternal})))
    ORDER BY l.rank LIMIT 1)`;
}

/** The notice `n` is about nothing that its reader may not see. */
const isVisible = (layers: readonly LayerAccess[]): RawBuilder<boolean> =>
  sql`(n.geom_id IS NULL OR ${visibleLayerId(layers)} IS NOT NULL)`;

/** Counts unread notices that the reader may see, up to a limit. */
export async function countUnread(db: Db, actor: UserActor): Promise<number> {
  const owner = ofUser(actor);
  const layers = await listNoticeLayers(db, { actor, owner }, isUnread);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM notices AS n WHERE ${owner} AND ${isUnread} AND ${isVisible(layers)}
      LIMIT ${noticeLimits.counted}) AS counted`.execute(db);
  return rows[0]?.count ?? 0;
}

interface Page {
  readonly onlyUnread: boolean;
  readonly size: number;
  readonly offset: number;
  /** Narrows the notices to these. */
  readonly ids?: readonly NoticeId[];
}

export async function selectNotices(
  db: Db,
  { actor, language, owner }: NoticeReader,
  { onlyUnread, size, offset, ids }: Page,
): Promise<Notice[]> {
  const condition = sql`${onlyUnread ? isUnread : sql`true`} AND ${ids === undefined ? sql`true` : sql`n.id = ANY(${ids}::bigint[])`}`;
  const layers = await listNoticeLayers(db, { actor, owner }, condition);
  // Names of authors are for those who read internal comments.
  const internal = layers.flatMap(({ layer, rights }) => (rights.seesInternalComments ? [layer.id] : []));
  const { rows } = await sql<Notice>`
    SELECT n.id, n.kind, to_char(n.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, n.events AS count,
           n.read_at IS NOT NULL AS "isRead", n.due_on::text AS "dueOn",
           CASE WHEN g.class_id = ANY(${internal}::bigint[]) THEN ${userName('u', language)} END AS by,
           CASE WHEN g.id IS NULL THEN NULL
                ELSE json_build_object('id', g.id, 'name', g.name, 'classId', k.id,
                                       'layerName', ${translatedName('k', language)}) END AS object,
           nullif(left(m.content, ${noticeLimits.commentLength}), '') AS comment,
           CASE WHEN i.id IS NULL THEN NULL
                ELSE json_build_object('id', i.id, 'fileName', coalesce(i.files -> 0 ->> 'name', ''),
                                       'layerName', coalesce(i.result ->> 'layerName', ''),
                                       'added', coalesce((i.result ->> 'added')::integer, 0)) END AS import
    FROM (SELECT n.* FROM notices AS n WHERE ${owner} AND ${condition} AND ${isVisible(layers)}
          ORDER BY n.at DESC, n.id DESC LIMIT ${size} OFFSET ${offset}) AS n
    LEFT JOIN geoms AS g ON g.company_id = n.company_id AND g.id = n.geom_id
    LEFT JOIN classifiers AS k ON k.company_id = g.company_id AND k.id = ${visibleLayerId(layers)}
    LEFT JOIN comments AS m ON m.company_id = n.company_id AND m.id = n.comment_id
    LEFT JOIN users AS u ON u.company_id = n.company_id AND u.id = n.by_id
    LEFT JOIN imports AS i ON i.company_id = n.company_id AND i.id = n.import_id
    ORDER BY n.at DESC, n.id DESC`.execute(db);
  return rows;
}

/** Marks the actor's notices as read: these, or all up to a moment. */
export async function markRead(
  db: Db,
  actor: UserActor,
  { ids, until }: { readonly ids?: readonly NoticeId[] | undefined; readonly until?: string | undefined },
): Promise<void> {
  // Events lock the notices of a user in this order.
  await sql`
    WITH unread AS MATERIALIZED (
      SELECT n.company_id, n.id FROM notices AS n
      WHERE ${ofUser(actor)} AND ${isUnread}
        ${ids === undefined ? sql`` : sql`AND n.id = ANY(${ids}::bigint[])`}
        ${until === undefined ? sql`` : sql`AND n.at <= ${toDate(until)}`}
      ORDER BY n.geom_id, n.id FOR NO KEY UPDATE)
    UPDATE notices AS n SET read_at = now() FROM unread
    WHERE n.company_id = unread.company_id AND n.id = unread.id`.execute(db);
}

/** The schema lets a leap second pass, which neither JavaScript nor PostgreSQL has. */
function toDate(moment: string): Date {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) throw validationError({ path: '/until', code: 'WRONG_FORMAT' });
  return date;
}

export async function readNoticeMail(db: Db, { companyId, userId }: UserActor): Promise<MailRhythm> {
  const { notice_mail } = await db
    .selectFrom('users')
    .select('notice_mail')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return notice_mail;
}
