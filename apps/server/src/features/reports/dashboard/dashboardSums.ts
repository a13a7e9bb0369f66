import type { LayerId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Condition } from '../../../db/sql/objectConditions.ts';
import { type LayerAccess, layerValues } from '../../../layers/layerQuery.ts';
import { isClosedStatus, isOpenStatus } from '../../../query/openAndClosed.ts';
import { toCondition } from '../../../query/toCondition.ts';

/** Objects of a layer in one of the months; bucket 0 counts those added before. */
export interface MonthCount {
  readonly layer_id: LayerId;
  readonly bucket: number;
  readonly count: number;
}

/** Median of a layer; of all layers where the id is null. */
export interface MedianDays {
  readonly layer_id: LayerId | null;
  readonly days: number | null;
}

const objects = (layers: readonly LayerAccess[]) =>
  sql`${layerValues(layers)} JOIN geoms AS g ON ${toCondition({ layers })}`;

/** Numbers a month by a binary search among the first moments: calendar functions are slow for a million rows. */
const bucketOf = (starts: readonly string[]): RawBuilder<number> =>
  sql`width_bucket(g.created_at, ${starts}::timestamptz[])`;

const hasComment: Condition = sql`g.latest_comment_id IS NOT NULL`;

/** Objects with such a status, which only objects with a comment have. */
const objectsWith = (isStatus: Condition) => (layers: readonly LayerAccess[]) =>
  sql`
  ${objects(layers)} AND ${hasComment}
  JOIN comments AS m ON m.company_id = g.company_id AND m.id = g.latest_comment_id AND m.deleted_at IS NULL
  JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id AND ${isStatus}`;

const closed = objectsWith(isClosedStatus);

/** FROM of what is counted. All objects are counted by an index alone where no layer has a ruleset. */
const counted = { all: objects, open: objectsWith(isOpenStatus), closed } as const;

/** Counts the objects added in each month; `starts` are the first moments of the months. */
export async function countByMonth(
  db: Kysely<Schema>,
  layers: readonly LayerAccess[],
  { which, starts }: { readonly which: keyof typeof counted; readonly starts: readonly string[] },
): Promise<MonthCount[]> {
  const { rows } = await sql<MonthCount>`
    SELECT l.layer_id, ${bucketOf(starts)} AS bucket, count(*) AS count
    FROM ${counted[which](layers)} GROUP BY 1, 2`.execute(db);
  return rows;
}

export async function readMedians(db: Kysely<Schema>, layers: readonly LayerAccess[]): Promise<MedianDays[]> {
  const { rows } = await sql<MedianDays>`
    SELECT x.layer_id, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY x.days)::numeric, 1)::float8 AS days
    FROM (SELECT l.layer_id, extract(epoch FROM m.added_at - g.created_at)::float8 / 86400 AS days
      FROM ${closed(layers)}) AS x
    GROUP BY GROUPING SETS ((x.layer_id), ())`.execute(db);
  return rows;
}

export async function countVotes(
  db: Kysely<Schema>,
  layers: readonly LayerAccess[],
): Promise<{ readonly layer_id: LayerId; readonly votes: number }[]> {
  const { rows } = await sql<{ layer_id: LayerId; votes: number }>`
    SELECT l.layer_id, sum(g.upvote_count)::bigint AS votes
    FROM ${objects(layers)} AND g.upvote_count > 0 GROUP BY 1`.execute(db);
  return rows;
}
