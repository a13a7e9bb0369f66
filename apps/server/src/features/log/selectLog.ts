import { type exportLogCsv, type LogRow, type LogRowId, limits, type QueryOf } from '@pgis/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AdminScope } from '../../access/adminScope.ts';
import type { Schema } from '../../db/schema.ts';

export type LogFilter = QueryOf<typeof exportLogCsv>;

export interface LogPage {
  readonly items: LogRow[];
  readonly next: number | null;
}

/**
 * Shortened `details` for a list: shapes without their vertices, and not every row or object that was
 * touched.
 */
const shortDetails = sql<Record<string, unknown>>`
  ((l.details - ARRAY['digests', 'objects']) #- '{old,geometry,wkt}' #- '{new,geometry,wkt}')`;

const columns = (details: RawBuilder<Record<string, unknown>>) => sql`
  l.id, to_char(l.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, l.company_id AS "companyId",
  l.user_id AS "userId", l.user_name AS "userName", l.ip, l.action, l.entity, l.entity_id AS "entityId",
  l.entity_name AS "entityName",
  CASE WHEN l.entity = 'classifier' THEN (
    SELECT c.kind FROM classifiers AS c WHERE c.company_id = l.company_id AND c.id = l.entity_id
  ) END AS "entityKind",
  l.unit_id AS "unitId", l.layer_id AS "layerId", l.result, ${details} AS details,
  l.request_id AS "requestId"`;

/** D-PERM-05: rows that an Admin may read; an Admin of units reads those of things in their units. */
function inScope({ companyId, unitIds }: AdminScope): RawBuilder<SqlBool> {
  const ofCompany = sql<SqlBool>`l.company_id = ${companyId}::integer`;
  return unitIds === 'all'
    ? ofCompany
    : sql<SqlBool>`${ofCompany} AND l.unit_id = ANY(${[...unitIds]}::bigint[])`;
}

/** Condition for one thing; for an object also the rows about many objects. */
const isAbout = (
  { companyId }: AdminScope,
  id: LogRowId,
) => sql`(l.entity_id = ${id}::bigint OR l.id = ANY(ARRAY(
  SELECT b.log_id FROM bulk_edit_objects AS b WHERE b.company_id = ${companyId}::integer AND b.geom_id = ${id}::bigint)))`;

/** All conditions of a filter except the text, each with an index in the order of the list. */
function matching(scope: AdminScope, filter: LogFilter): RawBuilder<SqlBool> {
  const { _from, _to, _user, _action, _entity, _entityId, _layer } = filter;
  const conditions = [
    inScope(scope),
    _from === undefined ? undefined : sql`l.at >= ${_from}::timestamptz`,
    _to === undefined ? undefined : sql`l.at < ${_to}::timestamptz`,
    _user === undefined ? undefined : sql`l.user_id = ${_user}::bigint`,
    _action === undefined ? undefined : sql`l.action = ${_action}`,
    _entity === undefined ? undefined : sql`l.entity = ${_entity}`,
    _entityId === undefined ? undefined : isAbout(scope, _entityId),
    _layer === undefined ? undefined : sql`l.layer_id = ${_layer}::bigint`,
  ].filter((condition) => condition !== undefined);
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

const newestFirst = sql`ORDER BY l.at DESC, l.id DESC`;

/** Rows after (older than) the one with this id. */
const olderThan = ({ companyId }: AdminScope, before: LogRowId | undefined): RawBuilder<unknown> =>
  before === undefined
    ? sql``
    : sql`AND (l.at, l.id) < (
        (SELECT b.at FROM audit_log AS b WHERE b.company_id = ${companyId}::integer AND b.id = ${before}::bigint),
        ${before}::bigint)`;

const searchedText = sql`folded_text(concat_ws(' ', l.user_name, l.ip, l.entity_name, l.request_id, ${shortDetails}::text))`;

export interface PageRequest {
  readonly scope: AdminScope;
  readonly filter: LogFilter;
  readonly before: LogRowId | undefined;
  readonly size: number;
}

/**
 * Returns one page, newest first, from the end of the previous page. A text search has no index: it reads a
 * limited number of rows at a time, and `next` continues behind them, so that no request takes longer in a
 * long log.
 */
export async function readLogPage(db: Kysely<Schema>, request: PageRequest): Promise<LogPage> {
  const { scope, filter, before, size } = request;
  const rows = sql`FROM audit_log AS l WHERE ${matching(scope, filter)} ${olderThan(scope, before)} ${newestFirst}`;
  const text = filter._q ?? '';
  if (text === '') {
    const found = await sql<LogRow>`SELECT ${columns(shortDetails)} ${rows} LIMIT ${size + 1}`.execute(db);
    return toPage(found.rows, size);
  }
  const searched = limits.logRowsSearched;
  const found = await sql<LogRow>`
    SELECT ${columns(shortDetails)} FROM (SELECT l.* ${rows} LIMIT ${searched}) AS l
    WHERE strpos(${searchedText}, folded_text(${text})) > 0 ${newestFirst} LIMIT ${size + 1}`.execute(db);
  if (found.rows.length > size) return toPage(found.rows, size);
  const last = await sql<{ id: number }>`SELECT l.id ${rows} OFFSET ${searched - 1} LIMIT 1`.execute(db);
  return { items: found.rows, next: last.rows[0]?.id ?? null };
}

function toPage(rows: LogRow[], size: number): LogPage {
  const items = rows.slice(0, size);
  return { items, next: rows.length > size ? (items.at(-1)?.id ?? null) : null };
}

export async function findLogRow(
  db: Kysely<Schema>,
  scope: AdminScope,
  id: LogRowId,
): Promise<LogRow | undefined> {
  const details = sql<Record<string, unknown>>`l.details - 'digests'`;
  const { rows } = await sql<LogRow>`
    SELECT ${columns(details)} FROM audit_log AS l WHERE ${inScope(scope)} AND l.id = ${id}::bigint`.execute(
    db,
  );
  return rows[0];
}

/** Counts the rows of a filter without its text, up to `most` + 1. */
export async function countLog(
  db: Kysely<Schema>,
  scope: AdminScope,
  { filter, limit }: { readonly filter: LogFilter; readonly limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT 1 FROM audit_log AS l WHERE ${matching(scope, filter)} LIMIT ${limit + 1}) AS counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
