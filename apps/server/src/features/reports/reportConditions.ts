import type { Problem, ReportFilter, ReportQuery } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { envelope } from '../../db/sql/envelope.ts';
import { type Condition, fieldContains } from '../../db/sql/objectConditions.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import type { LayerScope } from '../classifiers/index.ts';
import { checkValidity, parseGeometry } from '../objects/index.ts';
import { COMPANY_TIME_ZONE } from './companyTime.ts';
import { isRealDay } from './isRealDay.ts';

/** Where a key of the filter stands in what was sent, for the answer that refuses it. */
export type PathOf = (key: string) => string;
export const inQuery: PathOf = (key) => `query/${key}`;
export const inBody: PathOf = (key) => `/filter/${key}`;

export interface ReportReader {
  readonly actor: UserActor;
  readonly scope: LayerScope;
  readonly pathOf: PathOf;
}

/** The newest comment that the reader may read, as a column of `g`. */
export const latestCommentId = ({ rights }: LayerScope): RawBuilder<number | null> =>
  rights.seesInternalComments ? sql`g.latest_comment_id` : sql`g.latest_public_comment_id`;

const refuse = (path: string, code: Problem['code']): AppError => validationError({ path, code });

const wholeDay = /^(\d{4}-\d\d-\d\d)$/;

/** A day where the company is, or a moment, as SQL of a moment; `end` gives the first moment after it. */
function toMoment(text: string, { end, path }: { end: boolean; path: string }): RawBuilder<Date> {
  if (!isRealDay(text)) throw refuse(path, 'WRONG_FORMAT');
  if (!wholeDay.test(text)) return sql`${text}::timestamptz`;
  return sql`((${text}::date + ${end ? 1 : 0}::integer)::timestamp AT TIME ZONE ${COMPANY_TIME_ZONE}::text)`;
}

function toExtent(text: string, path: string): Extent {
  const numbers = text.split(',').map(Number);
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] = numbers;
  if (!numbers.every(Number.isFinite) || minX > maxX || minY > maxY) throw refuse(path, 'WRONG_FORMAT');
  return [minX, minY, maxX, maxY];
}

function hasStatus(scope: LayerScope, text: string): Condition {
  const wanted = text.split(',');
  const ids = wanted.filter((one) => one !== 'none').map(Number);
  const latest = latestCommentId(scope);
  const isOne = sql`EXISTS (SELECT 1 FROM comments AS m WHERE m.company_id = g.company_id AND m.id = ${latest}
    AND m.deleted_at IS NULL AND m.status_id = ANY(${ids}::bigint[]))` as Condition;
  return wanted.includes('none') ? sql`(${latest} IS NULL OR ${isOne})` : isOne;
}

/** D-REP-02 with `_q`; DISP-01: parts of a cadastre number find their parcels too. */
export function holdsText(text: string): Condition {
  const part = sql`lower(${text.trim()}::text)`;
  return sql`(position(${part} IN lower(g.name)) > 0 OR position(${part} IN lower(g.description)) > 0
    OR position(${part} IN coalesce(g.data ->> 'kadastrs', '')) > 0)`;
}

/** A line around a corner of the view has its box in it and is not to be seen; most shapes lie inside, which costs less. */
function touchesExtent(extent: Extent): Condition {
  const box = envelope(extent);
  return sql`(g.geom && ${box} AND (g.geom @ ${box} OR ST_Intersects(g.geom, ${box})))`;
}

async function touchesArea(db: Kysely<Schema>, wkt: string, path: string): Promise<Condition> {
  try {
    const area = parseGeometry(wkt);
    await checkValidity(db, area);
    return sql`ST_Intersects(g.geom, ST_GeomFromText(${area.wkt}::text, 3857))`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('INVALID_GEOMETRY', { errors: [{ path, code: 'INVALID_GEOMETRY' }] });
  }
}

/** What objects `g` of the report's layer have to fulfil; throws for a field that the layer does not have. */
export async function reportConditions(
  db: Kysely<Schema>,
  { actor, scope, pathOf }: ReportReader,
  filter: ReportFilter | ReportQuery,
): Promise<Condition[]> {
  const conditions: Condition[] = [];
  for (const [key, value] of Object.entries(filter)) {
    if (key.startsWith('_') || typeof value !== 'string') continue;
    if (!scope.layer.fieldNames.includes(key))
      throw new AppError('UNKNOWN_FIELD', { errors: [{ path: pathOf(key), code: 'UNKNOWN_FIELD' }] });
    if (value.trim() !== '') conditions.push(fieldContains(key, value));
  }
  const { _from, _to, _status, _q, _mine, _id, _extent, _within } = filter;
  if (_from !== undefined)
    conditions.push(sql`g.created_at >= ${toMoment(_from, { end: false, path: pathOf('_from') })}`);
  if (_to !== undefined) {
    const end = toMoment(_to, { end: true, path: pathOf('_to') });
    conditions.push(wholeDay.test(_to) ? sql`g.created_at < ${end}` : sql`g.created_at <= ${end}`);
  }
  if (_status !== undefined) conditions.push(hasStatus(scope, _status));
  if (_q !== undefined && _q.trim() !== '') conditions.push(holdsText(_q));
  if (_mine === true) conditions.push(sql`g.author_id = ${actor.userId}::bigint`);
  if (_id !== undefined) conditions.push(sql`g.id = ${_id}::bigint`);
  if (_extent !== undefined) conditions.push(touchesExtent(toExtent(_extent, pathOf('_extent'))));
  if (_within !== undefined) conditions.push(await touchesArea(db, _within, pathOf('_within')));
  return conditions;
}
