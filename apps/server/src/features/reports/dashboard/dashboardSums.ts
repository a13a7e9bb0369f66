import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Condition } from '../../../db/sql/objectConditions.ts';
import { type LayerScope, layerRows, visibleObjects } from '../../classifiers/index.ts';
import { isClosedStatus, isOpenStatus } from '../openAndClosed.ts';

/** Of a layer and one of the months; bucket 0 is what was added before them. */
export interface MonthCount {
  readonly layer_id: number;
  readonly bucket: number;
  readonly count: number;
}

/** Of a layer, or of all when the id is null. */
export interface MedianDays {
  readonly layer_id: number | null;
  readonly days: number | null;
}

const objects = (scopes: readonly LayerScope[]) =>
  sql`${layerRows(scopes)} JOIN geoms AS g ON ${visibleObjects(scopes)}`;

/** The number of a month by a search among their beginnings: calendars are slow, a million times over. */
const bucketOf = (starts: readonly string[]): RawBuilder<number> =>
  sql`width_bucket(g.created_at, ${starts}::timestamptz[])`;

const hasComment: Condition = sql`g.latest_comment_id IS NOT NULL`;

/** What of it has such a status: only objects with a comment can have one. */
const objectsWith = (isStatus: Condition) => (scopes: readonly LayerScope[]) =>
  sql`
  ${objects(scopes)} AND ${hasComment}
  JOIN comments AS m ON m.company_id = g.company_id AND m.id = g.latest_comment_id AND m.deleted_at IS NULL
  JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id AND ${isStatus}`;

const closed = objectsWith(isClosedStatus);

/** Of every object, which an index alone answers where no layer has rules, or of those with such a status only. */
const counted = { all: objects, open: objectsWith(isOpenStatus), closed } as const;

/** How many were added in each month; `starts` are the first moments of the months. */
export async function countByMonth(
  db: Kysely<Schema>,
  scopes: readonly LayerScope[],
  { which, starts }: { readonly which: keyof typeof counted; readonly starts: readonly string[] },
): Promise<MonthCount[]> {
  const { rows } = await sql<MonthCount>`
    SELECT l.layer_id, ${bucketOf(starts)} AS bucket, count(*) AS count
    FROM ${counted[which](scopes)} GROUP BY 1, 2`.execute(db);
  return rows;
}

export async function readMedians(db: Kysely<Schema>, scopes: readonly LayerScope[]): Promise<MedianDays[]> {
  const { rows } = await sql<MedianDays>`
    SELECT x.layer_id, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY x.days)::numeric, 1)::float8 AS days
    FROM (SELECT l.layer_id, extract(epoch FROM m.added_at - g.created_at)::float8 / 86400 AS days
      FROM ${closed(scopes)}) AS x
    GROUP BY GROUPING SETS ((x.layer_id), ())`.execute(db);
  return rows;
}

export async function countVotes(
  db: Kysely<Schema>,
  scopes: readonly LayerScope[],
): Promise<{ readonly layer_id: number; readonly votes: number }[]> {
  const { rows } = await sql<{ layer_id: number; votes: number }>`
    SELECT l.layer_id, sum(g.upvote_count)::bigint AS votes
    FROM ${objects(scopes)} AND g.upvote_count > 0 GROUP BY 1`.execute(db);
  return rows;
}
