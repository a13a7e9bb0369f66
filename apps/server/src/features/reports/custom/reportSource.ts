import type { ReportContent, ReportDate } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Condition, rulesetCondition } from '../../../db/sql/objectConditions.ts';
import { type LayerScope, layerRows, perLayer, visibleObjects } from '../../classifiers/index.ts';
import { COMPANY_TIME_ZONE } from '../companyTime.ts';
import { isClosed } from '../openAndClosed.ts';
import { latestCommentId } from '../reportConditions.ts';
import type { Days } from './periodDays.ts';

/** The comment that closed it tells since when. */
const closedAt = sql<Date>`(CASE WHEN ${isClosed} THEN m.added_at END)`;

const dates: Readonly<Record<ReportDate, RawBuilder<Date>>> = {
  added: sql`g.created_at`,
  changed: sql`g.updated_at`,
  closed: closedAt,
};
export const dateOf = ({ dateField }: Pick<ReportContent, 'dateField'>): RawBuilder<Date> => dates[dateField];
export const closedAfter = sql<number>`(extract(epoch FROM ${closedAt} - g.created_at) / 86400)`;

/** The first moment of a day where the company is, or of the day after it. */
const startOf = (day: string, plus: 0 | 1): RawBuilder<Date> =>
  sql`((${day}::date + ${sql.lit(plus)})::timestamp AT TIME ZONE ${COMPANY_TIME_ZONE}::text)`;

function* conditionsOf(content: ReportContent, { from, to }: Days): Generator<Condition> {
  const date = dateOf(content);
  const ruleset = rulesetCondition(content.ruleset);
  if (ruleset !== undefined) yield ruleset;
  if (from !== undefined) yield sql`${date} >= ${startOf(from, 0)}`;
  if (to !== undefined) yield sql`${date} < ${startOf(to, 1)}`;
  if (content.dateField === 'closed') yield isClosed;
}

/** The newest comment of an object that the reader may read, whatever the layer. */
const commentId = (scopes: readonly LayerScope[]): RawBuilder<number | null> =>
  perLayer(
    scopes,
    (scope) => (scope.rights.seesInternalComments ? undefined : latestCommentId(scope)),
    sql`g.latest_comment_id`,
  );

/** Objects `g` of the layers `l`, each with its newest comment `m` and that one's status `t`, where there are. */
export const reportSource = (
  scopes: readonly LayerScope[],
  content: ReportContent,
  days: Days,
): RawBuilder<unknown> => sql`
  ${layerRows(scopes)} JOIN geoms AS g ON ${visibleObjects(scopes)}
  LEFT JOIN comments AS m ON m.company_id = g.company_id AND m.id = ${commentId(scopes)} AND m.deleted_at IS NULL
  LEFT JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id
  WHERE ${sql.join([sql`true`, ...conditionsOf(content, days)], sql` AND `)}`;
