import type { ReportDate } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import { type RawBuilder, sql } from 'kysely';
import { envelope } from '../db/sql/envelope.ts';
import { allOf, type Condition, joinRules, rulesetCondition } from '../db/sql/objectConditions.ts';
import { computedFields, fieldConditionIn } from '../layers/fieldTextIn.ts';
import { isBy } from '../layers/isBy.ts';
import { caseByLayer } from '../layers/layerQuery.ts';
import type { ObjectKind } from '../layers/ObjectKind.ts';
import { hasBlurredPositions, visibleGeometry, widenByBlur } from '../layers/visibleGeometry.ts';
import { visibleObjects } from '../layers/visibleObjects.ts';
import { isWholeDay, startOfDay } from './companyTime.ts';
import { latestComment, latestCommentId } from './latestComment.ts';
import type { ObjectQuery, Period } from './ObjectQuery.ts';
import { closedAt, isClosed } from './openAndClosed.ts';

/** `joined`: the statement has joined the newest comment `m` and its status `t` (`joinLatestComment`). */
export type CommentSource = 'joined' | 'unjoined';

/**
 * The condition of a query on an object `g` of the layer `l`: visible there, and passing all that the query asks for. The
 * only translation of filters to SQL; every statement that reads objects contains it.
 */
export function toCondition(query: ObjectQuery, comments: CommentSource = 'unjoined'): Condition {
  return sql`${sql.join([visibleObjects(query.layers), ...filterConditions(query, comments)], sql` AND `)}`;
}

function* filterConditions(query: ObjectQuery, comments: CommentSource): Generator<Condition> {
  const {
    layers,
    text = '',
    period,
    review,
    kinds,
    extent,
    areaWkt,
    ids,
    exceptIds,
    idsByLayer,
    pointIdsByLayer,
  } = query;
  if (layers.some(({ filters }) => filters.length > 0)) yield passesLayerFilters(query);
  const fields = rulesetCondition(query.fields ?? null);
  if (fields !== undefined) yield passesFields(query, fields);
  if (extent !== undefined) yield inExtent(extent, query);
  if (kinds !== undefined) yield isOfKind(kinds);
  if (ids !== undefined) yield sql`g.id = ANY(${ids}::bigint[])`;
  if (exceptIds !== undefined && exceptIds.length > 0) yield sql`g.id <> ALL(${exceptIds}::bigint[])`;
  if (idsByLayer !== undefined && idsByLayer.size > 0) yield isAmong(query, idsByLayer);
  if (pointIdsByLayer !== undefined && pointIdsByLayer.size > 0)
    yield sql`(g.kind <> 1 OR ${isAmong(query, pointIdsByLayer)})`;
  if (review === 'waiting') yield sql`g.review = 'waiting'`;
  if (review === 'withheld') yield sql`g.review IS NOT NULL`;
  if (query.addedBy !== undefined) yield isBy(query.addedBy);
  if (text.trim() !== '') yield holdsText(text);
  if (query.statusIds !== undefined) yield hasStatus(query.statusIds, query, comments);
  if (period !== undefined) yield* inPeriod(period, query, comments);
  if (areaWkt !== undefined)
    yield sql`ST_Intersects(${visibleGeometry(layers)}, ST_GeomFromText(${areaWkt}::text, 3857))`;
}

/** False for a query of some place or of some objects, which reads few of a large layer. */
const readsWhole = ({ extent, areaWkt, ids, idsByLayer }: ObjectQuery): boolean =>
  [extent, areaWkt, ids, idsByLayer].every((narrowing) => narrowing === undefined);

const passesLayerFilters = (query: ObjectQuery): Condition =>
  caseByLayer(
    query.layers,
    (access) => allOf(access.filters.map(fieldConditionIn(access, { readsWhole: readsWhole(query) }))),
    sql`true`,
  );

/** The conditions on fields hold in every layer; a field may be computed in one and stored in another. */
const passesFields = (query: ObjectQuery, stored: Condition): Condition =>
  caseByLayer(
    query.layers,
    (access) =>
      computedFields(access).length === 0
        ? undefined
        : joinRules(query.fields ?? null, fieldConditionIn(access, { readsWhole: readsWhole(query) })),
    stored,
  );

/**
 * Most shapes lie inside the extent, which costs less to see than that they intersect it. The index has exact positions, so
 * where some are blurred it answers for a wider extent, and the visible geometry decides.
 */
function inExtent(extent: Readonly<Extent>, { layers, extentTest }: ObjectQuery): Condition {
  const box = envelope(extent);
  const geometry = visibleGeometry(layers);
  const test =
    extentTest === 'shape'
      ? sql<boolean>`(${geometry} && ${box} AND (${geometry} @ ${box} OR ST_Intersects(${geometry}, ${box})))`
      : sql<boolean>`${geometry} && ${box}`;
  return layers.some(hasBlurredPositions)
    ? sql`(g.geom && ${envelope(widenByBlur(extent))} AND ${test})`
    : test;
}

const isOfKind = (kinds: readonly ObjectKind[]): Condition =>
  kinds.length === 1 ? sql`g.kind = ${kinds[0]}::smallint` : sql`g.kind = ANY(${kinds}::smallint[])`;

const isAmong = ({ layers }: ObjectQuery, idsByLayer: NonNullable<ObjectQuery['idsByLayer']>): Condition =>
  caseByLayer(
    layers,
    ({ layer }) => {
      const ids = idsByLayer.get(layer.id);
      return ids && sql<boolean>`g.id = ANY(${ids}::bigint[])`;
    },
    sql<boolean>`true`,
  );

/** D-REP-02 with `_q`; DISP-01: parts of a cadastre number find their parcels too. */
function holdsText(text: string): Condition {
  const part = sql`lower(${text.trim()}::text)`;
  return sql`(position(${part} IN lower(g.name)) > 0 OR position(${part} IN lower(g.description)) > 0
    OR position(${part} IN coalesce(g.data ->> 'kadastrs', '')) > 0)`;
}

function hasStatus(
  statusIds: readonly (number | null)[],
  { layers }: ObjectQuery,
  comments: CommentSource,
): Condition {
  const ids = statusIds.filter((id) => id !== null);
  const [isAmong, isNone] =
    comments === 'joined'
      ? [sql<boolean>`t.id = ANY(${ids}::bigint[])`, sql<boolean>`t.id IS NULL`]
      : [hasStatusAmong(ids, layers), sql<boolean>`${latestCommentId(layers)} IS NULL`];
  return ids.length === statusIds.length ? isAmong : sql`(${isNone} OR ${isAmong})`;
}

/** The status is a column of the comment, so its own row is not read. */
const hasStatusAmong = (ids: readonly number[], layers: ObjectQuery['layers']): Condition => sql`
  EXISTS (SELECT 1 FROM comments AS m WHERE m.company_id = g.company_id AND m.id = ${latestCommentId(layers)}
    AND m.deleted_at IS NULL AND m.status_id = ANY(${ids}::bigint[]))`;

const dates: Readonly<Record<ReportDate, RawBuilder<Date>>> = {
  added: sql`g.created_at`,
  changed: sql`g.updated_at`,
  closed: closedAt,
};

/** The date of an object `g`; that of its closing takes a joined comment. */
export const dateOf = (date: ReportDate): RawBuilder<Date> => dates[date];

function* inPeriod(
  { date, from, to }: Period,
  { layers }: ObjectQuery,
  comments: CommentSource,
): Generator<Condition> {
  const conditions = [
    ...(date === 'closed' ? [isClosed] : []),
    ...(from === undefined
      ? []
      : [sql<boolean>`${dates[date]} >= ${isWholeDay(from) ? startOfDay(from, 0) : moment(from)}`]),
    ...(to === undefined ? [] : [isUntil(dates[date], to)]),
  ];
  if (date === 'closed' && comments === 'unjoined')
    yield sql`EXISTS (SELECT 1 FROM ${latestComment(layers)} AND ${sql.join(conditions, sql` AND `)})`;
  else yield* conditions;
}

const moment = (text: string): RawBuilder<Date> => sql`${text}::timestamptz`;

const isUntil = (date: RawBuilder<Date>, to: string): Condition =>
  isWholeDay(to) ? sql`${date} < ${startOfDay(to, 1)}` : sql`${date} <= ${moment(to)}`;
