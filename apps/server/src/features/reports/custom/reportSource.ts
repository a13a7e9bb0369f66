import type { Language, ReportContent, ReportDate } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Condition, rulesetCondition } from '../../../db/sql/objectConditions.ts';
import type { UserActor } from '../../../plugins/Actor.ts';
import { type LayerScope, layerRows, perLayer, visibleObjects } from '../../classifiers/index.ts';
import { COMPANY_TIME_ZONE } from '../companyTime.ts';
import { isClosed } from '../openAndClosed.ts';
import { holdsText, latestCommentId } from '../reportConditions.ts';
import type { Days } from './periodDays.ts';

export interface ReportQuery {
  readonly actor: UserActor;
  readonly content: ReportContent;
  readonly scopes: readonly LayerScope[];
  readonly days: Days;
  readonly language: Language;
}

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

function hasStatus(statusIds: readonly (number | null)[]): Condition {
  const ids = statusIds.filter((id) => id !== null);
  const isOne = sql<boolean>`t.id = ANY(${ids}::bigint[])`;
  return ids.length === statusIds.length ? isOne : sql`(t.id IS NULL OR ${isOne})`;
}

function* conditionsOf({ actor, content, days: { from, to } }: ReportQuery): Generator<Condition> {
  const date = dateOf(content);
  const ruleset = rulesetCondition(content.ruleset);
  const { text = '', statusIds, onlyMine } = content.filter;
  if (ruleset !== undefined) yield ruleset;
  if (text.trim() !== '') yield holdsText(text);
  if (statusIds !== undefined) yield hasStatus(statusIds);
  if (onlyMine === true) yield sql`g.author_id = ${actor.userId}::bigint`;
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
export const reportSource = (query: ReportQuery): RawBuilder<unknown> => sql`
  ${layerRows(query.scopes)} JOIN geoms AS g ON ${visibleObjects(query.scopes)}
  LEFT JOIN comments AS m ON m.company_id = g.company_id AND m.id = ${commentId(query.scopes)} AND m.deleted_at IS NULL
  LEFT JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id
  WHERE ${sql.join([sql`true`, ...conditionsOf(query)], sql` AND `)}`;
