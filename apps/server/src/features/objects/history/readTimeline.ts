import {
  type AuditAction,
  type getGeomTimeline as call,
  companyOf,
  limits,
  type ObjectId,
  type QueryOf,
  type ReplyOf,
  setsNewStatus,
  type TimelineEntry,
} from '@pgis/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { userName } from '../../../db/sql/userName.ts';
import type { LayerPermissions } from '../../../layers/layerPermissions.ts';
import type { Reader } from '../../../layers/readVisibleNodes.ts';
import { toObjectDetails } from '../../../objects/bulkEntry.ts';
import { getVisibleObject, type VisibleObject } from '../../../objects/getVisibleObject.ts';
import { toComment } from '../../../objects/toGeom.ts';
import { nameCaseValues } from './nameCaseValues.ts';
import { changing, objectDetailsOf, reviewing, rowsOf, withoutPoints } from './readHistory.ts';
import { type Cursor, formatCursor, mergePage, parseCursor, type TimedEntry } from './timelinePages.ts';

type Db = Kysely<Schema>;

/** Rows of the log for users who may edit the object, as its history. */
const editing: readonly AuditAction[] = [
  ...changing.filter((action) => action !== 'OBJECT_ADDED'),
  ...reviewing,
  'COMMENT_DELETED',
  'COMMENTS_DELETED',
  'FILE_ADDED',
  'FILE_DELETED',
  'FILE_CHANGED',
];

/** Rows of the log for the levels of the unit, as the case itself. */
const working: readonly AuditAction[] = ['OBJECT_CASE_CHANGED', 'OBJECTS_MERGED', 'MERGE_UNDONE'];

/** Actions that say enough: their details repeat a comment that somebody has deleted, or name other cases. */
const withoutDetails: readonly string[] = [
  'COMMENT_DELETED',
  'COMMENTS_DELETED',
  'OBJECTS_MERGED',
  'MERGE_UNDONE',
];

/** The work on a case is visible to the levels of its unit, its edits only to those who may edit (D-PERM). */
const actionsFor = ({ seesInternalComments, edits }: LayerPermissions): readonly AuditAction[] => [
  ...(seesInternalComments ? working : []),
  ...(edits ? editing : []),
];

/**
 * One page of comments, changes and the report itself. Comments come from their table, so that a deleted one is gone here
 * as well; visitors get the public ones, and no name.
 */
export async function readTimeline(
  db: Db,
  reader: Reader,
  {
    id,
    query: { _before, _size: size = limits.timeline.defaultRows },
  }: {
    readonly id: ObjectId;
    readonly query: QueryOf<typeof call>;
  },
): Promise<ReplyOf<typeof call>> {
  const object = await getVisibleObject(db, reader, id);
  const before = _before === undefined ? undefined : parseCursor(_before);
  const logged = await readLogged(db, object, { before, count: size + 1 });
  const added = await readAddition(db, object);
  return mergePage([...toCommentEntries(object), ...logged, added], { before, size });
}

function toCommentEntries({ comments }: VisibleObject): TimedEntry[] {
  const wire = comments.map(toComment);
  return wire.map((comment, index) => {
    const cursor: Cursor = { ms: Date.parse(comment.added), rank: 2, id: comment.id };
    return {
      cursor,
      entry: {
        ...toEntry(cursor, { action: 'COMMENT_ADDED', by: comment.author }),
        comment,
        isStatusNew: setsNewStatus(wire, index),
      },
    };
  });
}

const toEntry = (cursor: Cursor, { action, by }: { action: AuditAction; by: string }): TimelineEntry => ({
  key: formatCursor(cursor),
  at: new Date(cursor.ms).toISOString(),
  by,
  action,
  comment: null,
  isStatusNew: false,
  details: {},
});

/** The report stands first even where no row of the log tells of it, as for imported objects. */
async function readAddition(db: Db, { row, rights, language }: VisibleObject): Promise<TimedEntry> {
  const cursor: Cursor = { ms: row.createdAt.getTime(), rank: 0, id: row.id };
  const author = rights.seesInternalComments
    ? await db
        .selectFrom('geoms as g')
        .innerJoin('users as u', (join) =>
          join.onRef('u.company_id', '=', 'g.company_id').onRef('u.id', '=', 'g.author_id'),
        )
        .select(userName('u', language).as('name'))
        .where('g.company_id', '=', row.companyId)
        .where('g.id', '=', row.id)
        .executeTakeFirst()
    : undefined;
  return { cursor, entry: toEntry(cursor, { action: 'OBJECT_ADDED', by: author?.name ?? '' }) };
}

async function readLogged(
  db: Db,
  { row, rights, language }: VisibleObject,
  { before, count }: { readonly before: Cursor | undefined; readonly count: number },
): Promise<readonly TimedEntry[]> {
  const actions = actionsFor(rights);
  if (actions.length === 0) return [];
  const ms = sql<number>`floor(extract(epoch FROM at) * 1000)::float8`;
  const rows = await rowsOf(db, row.id, actions)
    .select(['id', 'user_name as by', ms.as('ms'), sql<AuditAction>`action`.as('action')])
    .select([withoutPoints.as('details'), objectDetailsOf(row.id).as('part')])
    .where(
      before === undefined
        ? sql<SqlBool>`true`
        : sql<SqlBool>`(${ms}, 1, id) < (${before.ms}::float8, ${before.rank}::integer, ${before.id}::bigint)`,
    )
    .orderBy(ms, 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  const entries = rows.map(({ id, by, ms: at, action, details, part }): TimedEntry => {
    const cursor: Cursor = { ms: at, rank: 1, id };
    const whole = part === null ? details : toObjectDetails(details, part);
    return {
      cursor,
      entry: { ...toEntry(cursor, { action, by }), details: withoutDetails.includes(action) ? {} : whole },
    };
  });
  return await nameCaseValues(db, { companyId: companyOf(row.id), language }, entries);
}
